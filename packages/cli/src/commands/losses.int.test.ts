import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hourOf, startOfHour } from '@sluice/contract';
import { findLosses, storeAcknowledged } from '@sluice/accounting';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { runForTest } from '../testing/runForTest.js';

const HOUR = hourOf(Date.now()) - 5;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const run = (...words: string[]) => runForTest(['losses', ...words], { DATABASE_URL: database.url });

test('sluice losses ends with 0 and says so if no loss was found', async () => {
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No loss was found since /) });
  expect(JSON.parse((await run('--json')).stdout)).toEqual({ lost: 0, truncated: false, losses: [] });
});

test('sluice losses lists losses of a time by hour and type, and ends with 1', async () => {
  await lose('span', 1_200, 9);
  await lose('log', 7, 1);
  const { code, stdout } = await run();
  expect(code).toBe(1);
  expect(stdout).toMatch(/HOUR +TYPE +ACKNOWLEDGED +STORED +LOST +FOUND/);
  expect(stdout).toMatch(/ log +7 +0 +7 /);
  expect(stdout).toContain('7 events acknowledged and never stored. Causes and remedies: docs/operations.md');
  const all = await run('--from', '10d', '--json');
  expect(all.code).toBe(1);
  const hour = new Date(startOfHour(HOUR)).toISOString();
  expect(JSON.parse(all.stdout)).toMatchObject({
    lost: 1_207,
    losses: [
      { hour, type: 'log', acknowledged: 7, stored: 0, lost: 7 },
      { hour, type: 'span', acknowledged: 1_200, stored: 0, lost: 1_200 },
    ],
  });
  expect(await run('--from', '1h')).toMatchObject({ code: 0 });
});

test('sluice losses refuses a time that it cannot read', async () => {
  expect(await run('--from', 'yesterday')).toMatchObject({ code: 2 });
});

/** Two checks, that many days ago, of events of which none is stored. */
async function lose(type: 'log' | 'span', count: number, daysAgo: number): Promise<void> {
  const at = Date.now() - daysAgo * 86_400_000;
  await storeAcknowledged(database.db, 'a', [{ hour: HOUR, type, count }]);
  const look = { fromHour: HOUR, throughHour: HOUR, drainedMs: at, clock: () => at };
  await findLosses(database.db, look);
  await findLosses(database.db, look);
}
