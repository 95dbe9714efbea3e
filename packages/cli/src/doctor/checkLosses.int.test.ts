import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findLosses, storeAcknowledged } from '@sluice/db';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { checkLosses } from './checkLosses.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('what was acknowledged and never stored is told, and what to look at', async () => {
  expect(await checkLosses(database.db)).toEqual([expect.objectContaining({ name: 'losses', status: 'ok' })]);
  await storeAcknowledged(database.db, 'a', [{ hour: 489_096, type: 'log', count: 3 }]);
  await findLosses(database.db, { fromHour: 489_000, throughHour: 489_100 });
  const [finding] = await checkLosses(database.db);
  expect(finding).toMatchObject({ name: 'losses', status: 'warn' });
  expect(finding?.message).toContain(
    '3 events acknowledged and never stored, the last in the hour of 2025-10-18T00:00 UTC',
  );
  expect(finding?.advice).toContain('appendfsync always');
});
