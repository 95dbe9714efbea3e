import { expect, test } from '@jest/globals';
import { findLosses, storeAcknowledged } from '@sluice/accounting';
import { useDatabase } from '@sluice/testkit';
import { checkLosses } from './checkLosses.js';

const DAY = 86_400_000;
const FOUND = Date.UTC(2025, 9, 18, 2);
const database = useDatabase();

test('doctor warns for a week about events that were acknowledged and never stored, with a remedy', async () => {
  const { db } = database;
  const fine = [{ name: 'losses', status: 'ok', message: 'all acknowledged events are stored' }];
  expect(await checkLosses(db, FOUND)).toMatchObject(fine);
  await storeAcknowledged(db, 'a', [{ hour: 489_096, type: 'log', count: 3 }]);
  const look = { fromHour: 489_000, throughHour: 489_100, drainedMs: FOUND, clock: () => FOUND };
  await findLosses(db, look);
  // What one look has seen may be under way.
  expect(await checkLosses(db, FOUND)).toMatchObject(fine);
  await findLosses(db, look);
  const [finding] = await checkLosses(db, FOUND + 7 * DAY - 1);
  expect(finding).toMatchObject({ name: 'losses', status: 'warn' });
  const told = '3 events acknowledged and never stored, the last in the hour of 2025-10-18T00:00 UTC';
  expect(finding?.message).toBe(told);
  expect(finding?.advice).toContain('appendfsync always');
  const later = { status: 'ok', message: `none within a week; before that, ${told}` };
  expect(await checkLosses(db, FOUND + 7 * DAY)).toMatchObject([later]);
});
