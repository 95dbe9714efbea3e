import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { hourOf, startOfHour } from '@sluice/contract';
import { addUsage, inTransaction, storeAcknowledged } from '@sluice/db';
import type { QueueDepth } from '@sluice/queues';
import { silentLogger, type Logger } from '@sluice/runtime';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { watchLosses } from './watchLosses.js';

const MINUTE = 60_000;
const HOUR = hourOf(Date.UTC(2026, 10, 20, 12));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.pool.query('truncate usage, acknowledged, losses, first_accepted'));

/** A look some minutes after the hour's end, with a job of some age in the queues. */
async function look(minutes: number, oldestAgeMs?: number) {
  const [told, shown]: [unknown[], number[]] = [[], []];
  const depth: QueueDepth = { events: 0, jobs: 0, oldestAgeMs };
  const heard = { error: (fields: unknown) => void told.push(fields) };
  await watchLosses({
    db: database.db,
    depth: { read: () => Promise.resolve(depth) },
    clock: () => startOfHour(HOUR + 1) + minutes * MINUTE,
    logger: Object.assign(Object.create(silentLogger) as Logger, heard),
    drainedAfterMs: 10 * MINUTE,
    show: (events) => void shown.push(events),
  });
  return { told, lost: shown[0] };
}

async function acknowledgedAndStored(acknowledged: number, stored: number): Promise<void> {
  await storeAcknowledged(database.db, 'a', [{ hour: HOUR, type: 'log', count: acknowledged }]);
  const usage = { projectId: '1', type: 'log', outcome: 'processed', reason: '', hour: HOUR, epoch: 'e' } as const;
  await inTransaction(database.db, (tx) => addUsage(tx, [{ ...usage, count: stored, arrivalMs: 0 }]));
}

test('a loss is told once its hour is drained, once, and shown from then on', async () => {
  await acknowledgedAndStored(10, 7);
  expect(await look(5)).toEqual({ told: [], lost: 0 });
  // What still waits is not lost: a job that is older than the margin holds its hour open.
  expect(await look(15, 10 * MINUTE)).toEqual({ told: [], lost: 0 });
  const { told, lost } = await look(15);
  expect(told).toEqual([{ hour: '2026-11-20T12:00:00.000Z', type: 'log', acknowledged: 10, stored: 7, lost: 3 }]);
  expect(lost).toBe(3);
  expect(await look(16)).toEqual({ told: [], lost: 3 });
});

test('nothing lost, nothing told', async () => {
  await acknowledgedAndStored(10, 10);
  expect(await look(15)).toEqual({ told: [], lost: 0 });
});
