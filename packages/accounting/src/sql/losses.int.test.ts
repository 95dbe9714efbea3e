import { afterEach, expect, test } from '@jest/globals';
import { hourOf, startOfHour, type EventType } from '@sluice/contract';
import { useDatabase } from '@sluice/testkit';
import { inTransaction } from '@sluice/db';
import { addUsage } from './addUsage.js';
import { storeAcknowledged } from './acknowledged.js';
import { findDueHours } from './findDueHours.js';
import { findLosses } from './findLosses.js';
import { deleteAcknowledged, listLosses } from './listLosses.js';

const HOUR = 500_000;
const MINUTE = 60_000;
const NOTHING = { found: [], recovered: [] };
const database = useDatabase();
afterEach(() => database.db.pool.query('truncate usage, acknowledged, losses, compared_hours, first_accepted'));

test('no loss is reported if acknowledged and stored counts agree over all projects and epochs', async () => {
  await acknowledge('a', 'log', 3);
  await acknowledge('b', 'log', 4);
  await store('1', 'log', 5);
  await store('2', 'log', 1);
  await store('2', 'log', 1, { epoch: 'e2' });
  for (const minute of [10, 11]) expect(await check(minute)).toEqual(NOTHING);
  expect(await listLosses(database.db, 10)).toEqual([]);
});

test('missing events are reported at the second check, once, and again if more are missing', async () => {
  await acknowledge('a', 'log', 7);
  await acknowledge('a', 'span', 2);
  await store('1', 'log', 5);
  await store('1', 'span', 2);
  const loss = { hour: HOUR, type: 'log', acknowledged: 7, stored: 5, lost: 2 };
  expect(await check(10)).toEqual(NOTHING);
  expect(await listLosses(database.db, 10)).toEqual([]);
  expect(await check(11)).toEqual({ found: [loss], recovered: [] });
  expect(await check(12)).toEqual(NOTHING);
  await acknowledge('a', 'log', 9);
  expect(await check(13)).toEqual(NOTHING);
  const more = { ...loss, acknowledged: 9, lost: 4 };
  expect(await check(14)).toEqual({ found: [more], recovered: [] });
  expect(await listLosses(database.db, 10)).toEqual([{ ...more, foundMs: startOfHour(HOUR + 1) + 14 * MINUTE }]);
});

test('nothing is reported before the queues have drained all acknowledged events', async () => {
  await acknowledge('a', 'log', 7);
  await check(10);
  expect(await check(11, 9)).toEqual(NOTHING);
  expect(await check(30, 9)).toEqual(NOTHING);
  // More was acknowledged at 31: it may be in the queues, whatever has left them.
  await acknowledge('a', 'log', 8);
  expect(await check(31, 30)).toEqual(NOTHING);
  expect(await check(32, 30)).toEqual(NOTHING);
  expect(await check(33, 31)).toMatchObject({ found: [{ lost: 8 }] });
});

test('events that are missing in two checks are reported, and withdrawn if they are stored later', async () => {
  await acknowledge('a', 'log', 7);
  await check(10);
  await store('1', 'log', 4);
  expect(await check(11)).toMatchObject({ found: [{ stored: 4, lost: 3 }], recovered: [] });
  await store('1', 'log', 1);
  expect(await check(12)).toMatchObject({ found: [], recovered: [{ stored: 5, lost: 2 }] });
  // Corrected even while jobs are in progress, because the maximum number of missing events is known.
  await store('1', 'log', 2);
  await acknowledge('a', 'log', 8);
  expect(await check(13, 12)).toMatchObject({ found: [], recovered: [{ acknowledged: 8, stored: 7, lost: 1 }] });
  await store('1', 'log', 1);
  expect(await check(14)).toMatchObject({ found: [], recovered: [{ lost: 0 }] });
  expect((await database.db.pool.query('select * from losses')).rows).toEqual([]);
});

test('all of a type may be lost, and more may be stored than a killed gateway could tell of', async () => {
  await acknowledge('a', 'hit', 1);
  await acknowledge('a', 'log', 1);
  await store('1', 'log', 5);
  await check(10);
  const found = [{ hour: HOUR, type: 'hit', acknowledged: 1, stored: 0, lost: 1 }];
  expect(await check(11)).toEqual({ found, recovered: [] });
});

test('counts only grow, also with late writes', async () => {
  await acknowledge('a', 'log', 7);
  await acknowledge('a', 'log', 5);
  await store('1', 'log', 6);
  await check(10);
  expect(await check(11)).toMatchObject({ found: [{ acknowledged: 7, lost: 1 }] });
});

test('only hours that need it are compared, those that waited longest first', async () => {
  for (const hour of [-3, -2, -1]) {
    await acknowledge('a', 'log', 2, HOUR + hour);
    await store('1', 'log', hour === -1 ? 1 : 2, { hour: HOUR + hour });
  }
  expect(await due(10)).toEqual([-3, -2, -1]);
  expect(await due(10, 2)).toEqual([-3, -2]);
  await check(10);
  // An incomplete batch is compared each time; stored events that were not acknowledged change nothing.
  await store('1', 'log', 1, { hour: HOUR - 3 });
  expect(await due(11)).toEqual([-1]);
  await acknowledge('b', 'log', 1, HOUR - 2);
  expect(await due(11)).toEqual([-2, -1]);
  await acknowledge('a', 'log', 1);
  expect(await due(11)).toEqual([0, -2, -1]);
  await check(11);
  expect(await due(12)).toEqual([-2, -1, 0]);
  expect(await due(71)).toEqual([-3, -2, -1, 0]);
});

test('an hour that is not drained is skipped, and old hours are deleted', async () => {
  await acknowledge('a', 'log', 1, HOUR + 1);
  await acknowledge('a', 'log', 1, HOUR);
  await acknowledge('a', 'log', 1, HOUR - 80);
  await check(10);
  expect(await check(11)).toMatchObject({ found: [{ hour: HOUR }] });
  await deleteAcknowledged(database.db, HOUR + 1);
  const { rows } = await database.db.pool.query(
    'select (select count(*) from acknowledged)::int as acknowledged, (select count(*) from compared_hours)::int as compared',
  );
  expect(rows).toEqual([{ acknowledged: 1, compared: 0 }]);
  expect(await listLosses(database.db, 10)).toMatchObject([{ hour: HOUR, lost: 1 }]);
});

/** The hours that a check in this minute would compare, relative to `HOUR`. */
async function due(minute: number, limit = 100): Promise<readonly number[]> {
  const at = (ms: number): Date => new Date(ms);
  const [from, until] = [at(startOfHour(HOUR - 72)), at(startOfHour(HOUR + 1))];
  const comparedBefore = at(startOfHour(HOUR + 1) + (minute - 60) * MINUTE);
  const hours = await findDueHours(database.db, { from, until, comparedBefore }, limit);
  return hours.map((hour) => hourOf(hour.getTime()) - HOUR);
}

/** Runs a check `minute` minutes after the end of the hour. The queues hold nothing that was published before minute `drained`. */
function check(minute: number, drained = minute) {
  return findLosses(database.db, {
    fromHour: HOUR - 72,
    throughHour: HOUR,
    drainedMs: startOfHour(HOUR + 1) + drained * MINUTE,
    clock: () => startOfHour(HOUR + 1) + minute * MINUTE,
  });
}

function store(projectId: string, type: EventType, count: number, { hour = HOUR, epoch = 'e1' } = {}) {
  return inTransaction(database.db, (tx) =>
    addUsage(tx, [{ projectId, type, outcome: 'processed', reason: '', hour, epoch, count, arrivalMs: 0 }]),
  );
}

function acknowledge(gateway: string, type: EventType, count: number, hour = HOUR) {
  return storeAcknowledged(database.db, gateway, [{ hour, type, count }]);
}
