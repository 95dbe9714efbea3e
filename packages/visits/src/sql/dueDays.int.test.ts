import { beforeEach, expect, test } from '@jest/globals';
import { ensureTestPartitions, useDatabase } from '@sluice/testkit';
import { listDueDays } from './dueDays.js';

const { db } = useDatabase({ poolSize: 2 });
beforeEach(() => db.pool.query('truncate usage, hit_days, issue_hours, replay_sessions, derived_days'));

const DAY = `date_trunc('day', now() at time zone 'UTC')`;

test('a day is due if it was never derived, by its hits, exceptions or replays', async () => {
  await ensureTestPartitions(db, Date.now() - 3 * 86_400_000, Date.now());
  await use(3);
  await db.pool.query(`insert into issue_hours values
    (1, 'aa', '', ${DAY} at time zone 'UTC' - interval '5 days', 2), (1, 'bb', '', ${DAY} at time zone 'UTC' - interval '5 days', 1)`);
  await db.pool.query(`insert into usage values
    (1, 'replay', 'processed', '', ${DAY} at time zone 'UTC', 'e', 4), (1, 'replay', 'filtered', '', ${DAY} at time zone 'UTC', 'e', 9)`);
  await db.pool.query(
    `insert into replay_sessions (project_id, day, replay_id, first_id, head_segment, head_id)
     values (1, (${DAY})::date - 2, 'r', $1, 0, $1)`,
    ['018f0000-0000-8000-8000-000000000001'],
  );
  expect(await due()).toEqual(['hit 3', 'replay 4', 'replay 1', 'exception 3']);
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
  await use(3, 4);
  await derived(3, { daysAgo: 4, ago: '3 days' });
  expect(await due()).toEqual(['hit 3']);
  await db.pool.query(`update derived_days set derived_at = now()`);
  expect(await due()).toEqual([]);
});

function use(count: number, daysAgo = 0): Promise<unknown> {
  return db.pool.query(
    `insert into hit_days values (1, (${DAY} - $1 * interval '1 day')::date, '', $2, 1, 0, 0)
     on conflict (project_id, day, environment) do update set pageviews = excluded.pageviews`,
    [daysAgo, count - 1],
  );
}

function derived(count: number, { daysAgo = 0, ago = '1 minute', tookMs = 0 } = {}): Promise<unknown> {
  return db.pool.query(
    `insert into derived_days values (1, 'hit', (${DAY} - $1 * interval '1 day')::date, $2, now() - $3::interval, $4)`,
    [daysAgo, count, ago, tookMs],
  );
}

async function due(): Promise<readonly string[]> {
  return (await listDueDays(db, Date.now() - 20 * 86_400_000, 10)).map(({ kind, count }) => `${kind} ${count}`);
}
