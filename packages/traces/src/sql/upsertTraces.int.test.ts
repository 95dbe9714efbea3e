import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ARRIVAL, ensureTestPartitions, eventId, randomFrom, shuffle, spanRow, useDatabase } from '@sluice/testkit';
import { inTransaction, copyRows } from '@sluice/db';
import { readTrace, type Trace } from './readTrace.js';
import type { TraceSpan } from './traceSpan.js';
import { upsertTraces } from './upsertTraces.js';

const DAY = 86_400_000;

describe('traces', () => {
  const { db } = useDatabase();
  beforeAll(() => ensureTestPartitions(db, ARRIVAL, ARRIVAL + DAY));
  beforeEach(() => db.pool.query('truncate traces, spans'));

  const upsert = (spans: readonly TraceSpan[]): Promise<void> => inTransaction(db, (tx) => upsertTraces(tx, spans));

  test('any order and any batching of the same spans leaves the same bytes', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`seed ${seed}\n`);
    const random = randomFrom(seed);
    const pick = (n: number): number => Math.floor(random() * n);
    for (let round = 0; round < 12; round += 1) {
      // Few starts and few uuids, some beyond the basic plane: ties and repetitions everywhere, more roots than are kept.
      const spans = Array.from({ length: 120 }, (_, index) =>
        span(index, {
          id: eventId(index, 'batch', ARRIVAL + pick(2) * DAY),
          traceId: `trace-${pick(2)}`,
          uuid: `${['a', 'B', '\uFF5E', '\u{1F600}', 'é', 'z'][pick(6)] ?? ''}${pick(12)}`,
          parentId: pick(3) === 0 ? 'parent' : null,
          startMs: ARRIVAL + pick(4),
          endMs: ARRIVAL + pick(50),
          status: pick(4) === 0 ? 'error' : 'ok',
          environment: pick(2) === 0 ? null : `env ${index}`,
        }),
      );
      const results: string[] = [];
      for (let way = 0; way < 3; way += 1) {
        await db.pool.query('truncate traces');
        const left = shuffle(spans, random);
        while (left.length > 0) await upsert(left.splice(0, 1 + pick(way === 0 ? 120 : 30)));
        results.push((await contents()).join('\n'));
      }
      expect(new Set(results).size).toBe(1);
    }
  }, 60_000);

  test('the first span makes the trace, later ones join it', async () => {
    await upsert([span(5)]);
    expect(await read()).toMatchObject({ spanCount: 1, errorCount: 0, rootCount: 0, name: 'name 5' });
    await upsert([span(1, { status: 'error' }), span(9)]);
    expect(await read()).toMatchObject({
      spanCount: 3,
      errorCount: 1,
      name: 'name 1',
      firstStart: new Date(ARRIVAL + 1),
      lastEnd: new Date(ARRIVAL + 19),
    });
    expect(await readTrace(db, '2', 'trace')).toBeUndefined();
    expect(await readTrace(db, '1', 'other')).toBeUndefined();
  });

  const store = async (spans: readonly [TraceSpan, tags: object, contexts: object][]): Promise<void> => {
    await inTransaction(db, async (tx) => {
      const rows = spans.map(([{ id, uuid }, tags, contexts], index) =>
        spanRow(index, { id, span_uuid: uuid, tags: JSON.stringify(tags), contexts: JSON.stringify(contexts) }),
      );
      await copyRows(tx, 'spans', rows);
      await upsertTraces(
        tx,
        spans.map(([given]) => given),
      );
    });
  };

  test('before any root, environment, user, tags and contexts come from the earliest span', async () => {
    await store([
      [span(7, { environment: 'late', userKey: 'id:2' }), { t: 'late' }, { c: 1 }],
      [span(3, { environment: 'early', userKey: 'id:1' }), { t: 'early' }, { c: 2 }],
    ]);
    expect(await read()).toMatchObject({
      environment: 'early',
      userKey: 'id:1',
      tags: { t: 'early' },
      contexts: { c: 2 },
    });
  });

  test('roots merge in the order of their start, later ones winning, over midnight too', async () => {
    const next = (index: number): string => eventId(index, 'batch', ARRIVAL + DAY);
    await store([
      [span(9, { parentId: null, id: next(9), environment: 'second', uuid: 'b' }), { t: 'second', b: '2' }, { c: 2 }],
      [span(0, { environment: 'child' }), { t: 'child', child: 'no' }, {}],
      [span(2, { parentId: null, environment: 'first', userKey: 'id:1' }), { t: 'first', a: '1' }, { c: 1, d: 1 }],
    ]);
    expect(await read()).toMatchObject({
      rootCount: 2,
      spanCount: 3,
      name: 'name 2',
      environment: 'second',
      userKey: 'id:1',
      tags: { t: 'second', a: '1', b: '2' },
      contexts: { c: 2, d: 1 },
    });
    expect((await read()).tags).not.toHaveProperty('child');
  });

  test('roots of the same start merge by uuid; the same root in two batches is one', async () => {
    const root = (index: number, uuid: string): TraceSpan => span(index, { parentId: null, uuid, startMs: ARRIVAL });
    await store([
      [root(4, 'b'), { t: 'b' }, {}],
      [root(5, 'a'), { t: 'a' }, {}],
      [root(6, 'a'), { t: 'a again' }, {}],
    ]);
    expect(await read()).toMatchObject({ rootCount: 2, spanCount: 3, tags: { t: 'b' } });
  });

  async function contents(): Promise<readonly string[]> {
    const { rows } = await db.pool.query<{ row: string }>(
      'select t::text as row from traces t order by project_id, day, trace_id',
    );
    return rows.map(({ row }) => row);
  }

  async function read(): Promise<Trace> {
    const trace = await readTrace(db, '1', 'trace');
    if (trace === undefined) throw new Error('no trace');
    return trace;
  }
});

function span(index: number, fields: Partial<TraceSpan> = {}): TraceSpan {
  return {
    projectId: '1',
    traceId: 'trace',
    id: eventId(index),
    uuid: `span-${index}`,
    parentId: 'parent',
    name: `name ${index}`,
    op: null,
    status: 'ok',
    startMs: ARRIVAL + index,
    endMs: ARRIVAL + index + 10,
    environment: null,
    release: null,
    userKey: null,
    ...fields,
  };
}
