import { beforeEach, expect, test } from '@jest/globals';
import { hourOf, startOfHour } from '@sluice/contract';
import { inTransaction } from '@sluice/db';
import { addUsage, storeAcknowledged } from '@sluice/accounting';
import type { QueueDepth } from '@sluice/queues';
import { silentLogger, type Logger } from '@sluice/runtime';
import { useDatabase } from '@sluice/testkit';
import { detectLosses } from './detectLosses.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const HOUR = hourOf(Date.UTC(2026, 10, 20, 12));
const QUIET = { reported: [], healed: [], lost: 0 };
const LOSS = { hour: '2026-11-20T12:00:00.000Z', type: 'log' };
const database = useDatabase();
beforeEach(() => database.db.pool.query('truncate usage, acknowledged, losses, compared_hours, first_accepted'));

test('the check reports a loss once when two checks agree after its hour is drained, and shows it from then on', async () => {
  await acknowledge(10);
  await store(7);
  expect(await check(5)).toEqual(QUIET);
  // What still waits is not lost: a job that is older than the margin holds its hour open.
  expect(await check(15, 10 * MINUTE)).toEqual(QUIET);
  expect(await check(15)).toEqual(QUIET);
  const reported = [{ ...LOSS, acknowledged: 10, stored: 7, lost: 3 }];
  expect(await check(16)).toEqual({ reported, healed: [], lost: 3 });
  expect(await check(17)).toEqual({ ...QUIET, lost: 3 });
});

test('the check reports nothing if nothing is lost', async () => {
  await acknowledge(10);
  await store(10);
  expect(await check(15)).toEqual(QUIET);
  expect(await check(16)).toEqual(QUIET);
});

test('events published under a past hour are no loss while they wait, however long', async () => {
  await acknowledge(10);
  await store(7);
  // Published at minute 75 and noted: it waits for 40 minutes, and is younger than the end of the hour all the time.
  for (const minutes of [76, 77, 90, 115]) expect(await check(minutes, (minutes - 75) * MINUTE)).toEqual(QUIET);
  await store(3);
  expect(await check(116)).toEqual(QUIET);
  expect(await check(117)).toEqual(QUIET);
});

test('queued events with a clock half a minute ahead count as published before the check', async () => {
  await acknowledge(10);
  await store(7);
  expect(await check(76)).toEqual(QUIET);
  expect(await check(78, 1.5 * MINUTE)).toEqual(QUIET);
  expect(await check(79, 1.5 * MINUTE)).toMatchObject({ lost: 3 });
});

test('events in progress neither hide a loss nor count as one', async () => {
  await acknowledge(10);
  await store(7);
  await check(15);
  await check(16);
  await acknowledge(5, 'b');
  expect(await check(17, MINUTE / 2)).toEqual({ ...QUIET, lost: 3 });
  await store(5);
  expect(await check(18)).toEqual({ ...QUIET, lost: 3 });
});

test('the check withdraws a loss, in part or whole, if events are stored after all', async () => {
  await acknowledge(10);
  await store(7);
  await check(15);
  await check(16);
  await store(1);
  expect(await check(17)).toEqual({
    reported: [],
    healed: [{ ...LOSS, acknowledged: 10, stored: 8, lost: 2 }],
    lost: 2,
  });
  await store(2);
  expect(await check(18)).toEqual({
    reported: [],
    healed: [{ ...LOSS, acknowledged: 10, stored: 10, lost: 0 }],
    lost: 0,
  });
  expect((await database.db.pool.query('select * from losses')).rows).toEqual([]);
});

test('the check shows a loss for a week and keeps it in its table', async () => {
  await acknowledge(10);
  await check(15);
  await check(16);
  expect(await check(16 + (7 * DAY) / MINUTE - 1)).toEqual({ ...QUIET, lost: 10 });
  expect(await check(16 + (7 * DAY) / MINUTE + 1)).toEqual(QUIET);
  expect((await database.db.pool.query('select reported from losses')).rows).toEqual([{ reported: '10' }]);
});

/**
 * Runs a check some minutes after the end of the hour, with a job of this age in the queues. It keeps no state of the check
 * before it, as after a restart of housekeeping.
 */
async function check(minutes: number, oldestAgeMs?: number) {
  const [reported, healed, shown]: [unknown[], unknown[], number[]] = [[], [], []];
  const depth: QueueDepth = { events: 0, finished: 0, jobs: oldestAgeMs === undefined ? 0 : 1, oldestAgeMs };
  const heard = {
    error: (fields: unknown) => void reported.push(fields),
    info: (fields: unknown) => void healed.push(fields),
  };
  await detectLosses({
    db: database.db,
    depth: { read: () => Promise.resolve(depth) },
    clock: () => startOfHour(HOUR + 1) + minutes * MINUTE,
    logger: Object.assign(Object.create(silentLogger) as Logger, heard),
    drainedAfterMs: 10 * MINUTE,
    show: (events) => void shown.push(events),
  });
  return { reported, healed, lost: shown[0] };
}

async function store(count: number): Promise<void> {
  const usage = { projectId: '1', type: 'log', outcome: 'processed', reason: '', hour: HOUR, epoch: 'e' } as const;
  await inTransaction(database.db, (tx) => addUsage(tx, [{ ...usage, count, arrivalMs: 0 }]));
}

function acknowledge(count: number, gateway = 'a'): Promise<void> {
  return storeAcknowledged(database.db, gateway, [{ hour: HOUR, type: 'log', count }]);
}
