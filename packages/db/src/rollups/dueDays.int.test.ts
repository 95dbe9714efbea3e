import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import type { Database } from '../connection/createDatabase.js';
import { listDueDays } from './dueDays.js';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 2 });
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(() => db.pool.query('truncate usage, derived_days'));

const DAY = `date_trunc('day', now() at time zone 'UTC')`;
const use = (count: number, type = 'hit', daysAgo = 0, outcome = 'processed'): Promise<unknown> =>
  db.pool.query(
    `insert into usage values (1, $1, $2, 'none', (${DAY} - $3 * interval '1 day') at time zone 'UTC', 'e', $4)
     on conflict (project_id, type, outcome, reason, hour, epoch) do update set count = excluded.count`,
    [type, outcome, daysAgo, count],
  );
const derived = (count: number, { daysAgo = 0, ago = '1 minute', tookMs = 0 } = {}): Promise<unknown> =>
  db.pool.query(
    `insert into derived_days values (1, 'hit', (${DAY} - $1 * interval '1 day')::date, $2, now() - $3::interval, $4)`,
    [daysAgo, count, ago, tookMs],
  );
const due = async (): Promise<readonly string[]> =>
  (await listDueDays(db, Date.now() - 20 * 86_400_000, 10)).map(({ kind, count }) => `${kind} ${count}`);

test('a day is due if it was never derived, and not for events that are not stored', async () => {
  await use(3);
  await use(2, 'exception', 5);
  await use(9, 'span');
  await use(9, 'replay', 0, 'filtered');
  expect(await due()).toEqual(['hit 3', 'exception 2']);
});

test('a day is due again once more events are stored, and only then', async () => {
  await use(3);
  await derived(3);
  expect(await due()).toEqual([]);
  await use(4);
  expect(await due()).toEqual(['hit 4']);
});

test.each([
  ['too soon after a slow derivation', '20 seconds', 1_000, []],
  ['after a rest of 50 times as long', '60 seconds', 1_000, ['hit 4']],
  ['an hour after the slowest one', '61 minutes', 600_000, ['hit 4']],
])('a day with new events %s', async (_name, ago, tookMs, expected) => {
  await use(4);
  await derived(3, { ago, tookMs });
  expect(await due()).toEqual(expected);
});

test('a day is derived once more when it is settled', async () => {
  await use(3, 'hit', 4);
  await derived(3, { daysAgo: 4, ago: '3 days' });
  expect(await due()).toEqual(['hit 3']);
  await db.pool.query(`update derived_days set derived_at = now()`);
  expect(await due()).toEqual([]);
});
