import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hourOf } from '@sluice/contract';
import { ARRIVAL, ensureTestPartitions, eventId, spanRow, useDatabase } from '@sluice/testkit';
import { inTransaction, type EventRow, copyRows } from '@sluice/db';
import { insertDeadLetters } from '@sluice/dead-letters';
import { addUsage, readAccounting } from '@sluice/accounting';
import { listStoredSince } from './listStoredSince.js';
import { streamStoredEvents } from './streamStoredEvents.js';

describe('reading stored events', () => {
  const { db } = useDatabase();
  beforeAll(() => ensureTestPartitions(db));
  beforeEach(() => db.pool.query('truncate exceptions, spans, logs, hits, replays, usage, dead_letters'));

  test('events of all tables come by id, each in one line, after a cursor', async () => {
    await storeOfEach();
    const events = await listStoredSince(db, { afterId: eventId(0, 'batch', ARRIVAL - 1), limit: 10 });
    expect(events.map(({ table, summary }) => [table, summary])).toEqual([
      ['replays', 'r segment 5, 0 events'],
      ['hits', 'pageview /home'],
      ['spans', 'http.client GET / ok 19.5 ms'],
      ['logs', 'info hello'],
      ['exceptions', 'TypeError: no'],
    ]);
    const later = await listStoredSince(db, { afterId: events[1]?.id ?? '', limit: 2 });
    expect(later.map(({ table }) => table)).toEqual(['spans', 'logs']);
    expect(await listStoredSince(db, { afterId: eventId(0, 'batch', 0), limit: 9, projectIds: ['2'] })).toEqual([]);
  });

  test('a stream gives every event once, also one stored late below those already seen', async () => {
    const at = (second: number): string => eventId(0, 'batch', ARRIVAL + second * 1_000);
    const store = (...seconds: number[]): Promise<void> =>
      inTransaction(db, (tx) =>
        copyRows(
          tx,
          'spans',
          seconds.map((second) => spanRow(second, { id: at(second) })),
        ),
      );
    await store(10);
    const abort = new AbortController();
    const seen: string[] = [];
    for await (const event of streamStoredEvents(db, { fromMs: ARRIVAL, pollMs: 5, signal: abort.signal })) {
      seen.push(event.id);
      if (seen.length === 1) await store(1, 20);
      if (seen.length === 3) await store(2);
      if (seen.length === 4) abort.abort();
    }
    expect(seen).toEqual([10, 1, 20, 2].map(at));
  });

  test('the accounting identity holds over stored, queued and discarded events', async () => {
    await storeOfEach();
    const letter = { projectId: '1', type: 'span', batchId: null, index: 0, events: 1, sqlstate: null } as const;
    const rest = { reason: 'data', message: '', payload: Buffer.alloc(0), part: null };
    const processed = { projectId: '1', outcome: 'processed', reason: '', hour: hourOf(ARRIVAL), epoch: 'e' } as const;
    await inTransaction(db, async (tx) => {
      await insertDeadLetters(tx, [{ ...letter, ...rest, id: eventId(9) }]);
      await addUsage(tx, [
        { ...processed, type: 'span', count: 2, arrivalMs: ARRIVAL },
        { ...processed, type: 'log', count: 3, arrivalMs: ARRIVAL },
      ]);
    });
    const rows = new Map((await readAccounting(db, '1')).map((row) => [row.type, row]));
    expect(rows.get('span')).toMatchObject({ processed: 2, stored: 1, waiting: 1, difference: 0 });
    expect(rows.get('log')).toMatchObject({ processed: 3, stored: 1, difference: 2 });
    expect(rows.get('hit')).toMatchObject({ processed: 0, stored: 1, difference: -1 });
    expect(await readAccounting(db)).toEqual([...rows.values()]);
    expect((await readAccounting(db, '2')).every(({ difference, stored }) => difference === 0 && stored === 0)).toBe(
      true,
    );
  });

  function storeOfEach(): Promise<void> {
    return inTransaction(db, async (tx) => {
      const exception = { level: 'error', type: 'TypeError', message: 'no', handled: null, hash: 'a', payload: '{}' };
      await copyRows(tx, 'exceptions', [{ ...base(4), ...exception }]);
      await copyRows(tx, 'logs', [{ ...base(3), level: 'info', message: 'hello', attributes: null }]);
      await copyRows(tx, 'spans', [spanRow(2)]);
      const hit = { kind: 'pageview', name: null, url: '/home', referrer: null, title: null, session_id: null };
      await copyRows(tx, 'hits', [{ ...base(1), ...hit }]);
      const replay = { replay_id: 'r', segment: 5, start_time: null, end_time: null, events: '[]', event_count: 0 };
      await copyRows(tx, 'replays', [{ ...base(0), ...replay }]);
    });
  }
});

function base(index: number): EventRow {
  return {
    project_id: '1',
    id: eventId(index),
    timestamp: ARRIVAL,
    environment: null,
    release: null,
    user_key: null,
    trace_id: null,
    span_id: null,
    replay_id: null,
    tags: null,
    contexts: null,
  };
}
