import { beforeAll, describe, expect, test } from '@jest/globals';
import { ARRIVAL, ensureTestPartitions, eventId, useDatabase } from '@sluice/testkit';
import { inTransaction, copyRows } from '@sluice/db';
import { ARRIVAL_SCAN } from '@sluice/reading';
import { listLogs, readLog } from './listLogs.js';
import type { LogFilter } from './logConditions.js';
import { readSurroundingLogs } from './readSurroundingLogs.js';

/** More than one page looks at, so that a search has to say how far it came. */
const COUNT = ARRIVAL_SCAN + 500;
const idOf = (index: number): string => eventId(index % 1_000, `batch ${Math.floor(index / 1_000)}`, ARRIVAL + index);
const database = useDatabase();
beforeAll(async () => {
  await ensureTestPartitions(database.db);
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    project_id: '1',
    id: idOf(index),
    timestamp: ARRIVAL,
    environment: null,
    release: null,
    user_key: null,
    trace_id: index % 5_000 === 7 ? 'trace' : null,
    span_id: null,
    replay_id: null,
    tags: null,
    contexts: null,
    level: index === 3 ? 'warn' : 'info',
    message: index === 5 ? '50%_off Ünlaut' : `order ${index}`,
    attributes: '{"a":1}',
  }));
  await inTransaction(database.db, (tx) => copyRows(tx, 'logs', rows));
}, 60_000);

describe('a search of logs', () => {
  test('scans a limited number of rows, reports its position, and continues from its cursor', async () => {
    const first = await list({ query: '%_OFF ünl' });
    expect(first).toMatchObject({ rows: [], scannedToMs: ARRIVAL + COUNT - ARRIVAL_SCAN });
    const second = await list({ query: '%_OFF ünl' }, first.next);
    expect(second).toMatchObject({ next: undefined, scannedToMs: undefined });
    expect(second.rows.map(({ id }) => id)).toEqual([idOf(5)]);
  });

  test('of a trace does not read the others', async () => {
    const { rows, next } = await list({ trace: 'trace' });
    expect(rows.map(({ id }) => id)).toEqual([20_007, 15_007, 10_007, 5_007, 7].map(idOf));
    expect(next).toBeUndefined();
  });

  test('is narrowed by level and by when logs arrived', async () => {
    const far = await list({ levels: ['warning'] });
    expect((await list({ levels: ['warning'] }, far.next)).rows).toHaveLength(1);
    expect((await list({}, undefined, ARRIVAL + COUNT - 4)).rows).toHaveLength(4);
  });
});

test('a log has its attributes, and is found only in its project', async () => {
  expect(await readLog(database.db, '1', idOf(5))).toMatchObject({ message: '50%_off Ünlaut', attributes: { a: 1 } });
  expect(await readLog(database.db, '2', idOf(5))).toBeUndefined();
  expect(await readLog(database.db, '1', 'x')).toBeUndefined();
});

describe('a page of large logs', () => {
  test('ends at 8 MB and continues from its cursor; the lines around a log end at 4 MB', async () => {
    const large = (index: number) => eventId(index, 'large', ARRIVAL + index);
    const row = { environment: null, release: null, user_key: null, trace_id: null, span_id: null, replay_id: null };
    const rows = Array.from({ length: 12 }, (_, index) => ({
      ...row,
      project_id: '2',
      id: large(index),
      timestamp: ARRIVAL,
      tags: null,
      contexts: null,
      level: 'info',
      message: `log ${index}`,
      attributes: JSON.stringify({ a: 'x'.repeat(999_000) }),
    }));
    await inTransaction(database.db, (tx) => copyRows(tx, 'logs', rows));
    const page = { limit: 100, fromMs: 0, toMs: Date.UTC(2100, 0) };
    const first = await listLogs(database.db, '2', { ...page, after: undefined });
    const second = await listLogs(database.db, '2', { ...page, after: first.next });
    expect(first.rows.map(({ message }) => message)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `log ${n}`));
    expect(second.rows.map(({ message }) => message)).toEqual(['log 2', 'log 1', 'log 0']);
    expect([first.scannedToMs, second.next]).toEqual([undefined, undefined]);
    const around = await readSurroundingLogs(database.db, '2', { id: large(5), within: 'environment', limit: 100 });
    expect(around?.before.map(({ message }) => message)).toEqual([0, 1, 2, 3, 4].map((n) => `log ${n}`));
    expect(around?.after.map(({ message }) => message)).toEqual([6, 7, 8, 9, 10].map((n) => `log ${n}`));
  });
});

function list(filter: LogFilter, after?: string, fromMs = 0) {
  return listLogs(database.db, '1', { limit: 10, fromMs, toMs: Date.UTC(2100, 0), after }, filter);
}
