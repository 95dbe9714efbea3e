import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { EventType } from '@sluice/contract';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { inTransaction } from '../connection/inTransaction.js';
import { addUsage } from '../store/addUsage.js';
import { storeAcknowledged } from './acknowledged.js';
import { findLosses, forgetAcknowledged, listLosses } from './findLosses.js';

const HOUR = 500_000;
const RANGE = { fromHour: HOUR - 72, throughHour: HOUR };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => database.db.pool.query('truncate usage, acknowledged, losses, first_accepted'));

const acknowledge = (gateway: string, type: EventType, count: number, hour = HOUR) =>
  storeAcknowledged(database.db, gateway, [{ hour, type, count }]);

const store = (projectId: string, type: EventType, count: number, epoch = 'e1') =>
  inTransaction(database.db, (tx) =>
    addUsage(tx, [{ projectId, type, outcome: 'processed', reason: '', hour: HOUR, epoch, count, arrivalMs: 0 }]),
  );

test('what all gateways acknowledged is what all projects and epochs have: nothing is lost', async () => {
  await acknowledge('a', 'log', 3);
  await acknowledge('b', 'log', 4);
  await store('1', 'log', 5);
  await store('2', 'log', 1);
  await store('2', 'log', 1, 'e2');
  expect(await findLosses(database.db, RANGE)).toEqual([]);
  expect(await listLosses(database.db, 10)).toEqual([]);
});

test('what is missing is told once, and again where more is missing', async () => {
  await acknowledge('a', 'log', 7);
  await acknowledge('a', 'span', 2);
  await store('1', 'log', 5);
  await store('1', 'span', 2);
  const loss = { hour: HOUR, type: 'log', acknowledged: 7, stored: 5 };
  expect(await findLosses(database.db, RANGE)).toEqual([loss]);
  expect(await findLosses(database.db, RANGE)).toEqual([]);
  await acknowledge('a', 'log', 9);
  expect(await findLosses(database.db, RANGE)).toEqual([{ ...loss, acknowledged: 9 }]);
  expect(await listLosses(database.db, 10)).toEqual([{ ...loss, acknowledged: 9 }]);
});

test('all of a type may be lost, and more may be stored than a killed gateway could tell of', async () => {
  await acknowledge('a', 'hit', 1);
  await acknowledge('a', 'log', 1);
  await store('1', 'log', 5);
  expect(await findLosses(database.db, RANGE)).toEqual([{ hour: HOUR, type: 'hit', acknowledged: 1, stored: 0 }]);
});

test('counts only grow, whatever comes late', async () => {
  await acknowledge('a', 'log', 7);
  await acknowledge('a', 'log', 5);
  await store('1', 'log', 6);
  expect(await findLosses(database.db, RANGE)).toMatchObject([{ acknowledged: 7 }]);
});

test('an hour that is not drained is left alone, and what is old is forgotten', async () => {
  await acknowledge('a', 'log', 1, HOUR + 1);
  await acknowledge('a', 'log', 1, HOUR - 80);
  expect(await findLosses(database.db, RANGE)).toEqual([]);
  await forgetAcknowledged(database.db, HOUR - 72);
  const { rows } = await database.db.pool.query('select count(*)::int as n from acknowledged');
  expect(rows).toEqual([{ n: 1 }]);
});
