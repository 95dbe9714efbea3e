import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { inTransaction } from '../../connection/inTransaction.js';
import { copyRows } from '../../store/copyRows.js';
import { ARRIVAL, ensureTestPartitions, eventId } from '../../testing/samples.js';
import { ARRIVAL_SCAN } from '../arrivalScan.js';
import { listLogs, readLog } from './listLogs.js';
import type { LogFilter } from './logConditions.js';

/** More than one page looks at, so that a search has to say how far it came. */
const COUNT = ARRIVAL_SCAN + 500;
const idOf = (index: number): string => eventId(index % 1_000, `batch ${Math.floor(index / 1_000)}`, ARRIVAL + index);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
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
afterAll(() => database.drop());

const list = (filter: LogFilter, after?: string, fromMs = 0) =>
  listLogs(database.db, '1', { limit: 10, fromMs, toMs: Date.UTC(2100, 0), after }, filter);

describe('a search of logs', () => {
  test('scans a limited number of rows, reports its position, and continues from its cursor', async () => {
    const first = await list({ query: '%_OFF ünl' });
    expect(first).toMatchObject({ rows: [], scannedToMs: ARRIVAL + COUNT - ARRIVAL_SCAN });
    const second = await list({ query: '%_OFF ünl' }, first.next);
    expect(second).toMatchObject({ next: undefined, scannedToMs: undefined });
    expect(second.rows.map(({ id }) => id)).toEqual([idOf(5)]);
  });

  test('of a trace needs no look at the others', async () => {
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

test('returns the attributes of a log, only in its project', async () => {
  expect(await readLog(database.db, '1', idOf(5))).toMatchObject({ message: '50%_off Ünlaut', attributes: { a: 1 } });
  expect(await readLog(database.db, '2', idOf(5))).toBeUndefined();
  expect(await readLog(database.db, '1', 'x')).toBeUndefined();
});
