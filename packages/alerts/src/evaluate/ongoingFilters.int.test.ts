import { DAY_MS, HOUR_MS } from '@sluice/contract';
import { beforeEach, expect, test } from '@jest/globals';
import { createDropsDatabase } from './testing/dropFacts.js';
import { useResource } from '@sluice/testkit';

const HOUR = Date.UTC(2026, 10, 20, 12);
/** A minute after the same hour of the next day. */
const NEXT = HOUR + DAY_MS + 60_000;
const drops = useResource(createDropsDatabase, (started) => started.close());
beforeEach(() => drops.clear());
const mutedUntil = (ms: number) => drops.rulesOf({ mutedUntil: new Date(ms) });
const suppressions = async (): Promise<readonly unknown[]> => (await drops.firings('filter')).map(({ by }) => by);

test('a filter that began to drop during a mute and still drops on another day is reported once after it', async () => {
  await beginMuted();
  await drops.evaluate(NEXT, mutedUntil(NEXT + HOUR_MS));
  expect(await suppressions()).toEqual(['muted']);
  await Promise.all([drops.evaluate(NEXT), drops.evaluate(NEXT)]);
  await filter(HOUR + DAY_MS + HOUR_MS, HOUR + 3 * DAY_MS);
  await drops.evaluate(NEXT + HOUR_MS);
  await drops.evaluate(NEXT + DAY_MS);
  expect(await suppressions()).toEqual(['muted', null]);
});

test('a filter that began to drop during a mute and stopped is not reported after it', async () => {
  await filter(HOUR, HOUR + HOUR_MS);
  await drops.evaluate(HOUR + 60_000, mutedUntil(HOUR + DAY_MS));
  await drops.evaluate(NEXT);
  expect(await suppressions()).toEqual(['muted']);
});

test('a filter that goes on to drop after a mute is reported after the cool-down of its rule', async () => {
  await beginMuted();
  const { pool } = drops.database.db;
  await pool.query('update alert_subjects set notified_at = now()');
  expect(await drops.evaluate(NEXT, drops.rulesOf({ cooldownS: 600 }))).toBe(0);
  await pool.query(`update alert_subjects set notified_at = now() - interval '1 hour'`);
  expect(await drops.evaluate(NEXT, drops.rulesOf({ cooldownS: 600 }))).toBe(1);
});

test('a filter that was reported and goes on to drop is not reported again on another day', async () => {
  await filter(HOUR, HOUR + DAY_MS + HOUR_MS);
  await drops.evaluate(HOUR + 60_000);
  await drops.evaluate(NEXT);
  expect(await suppressions()).toEqual([null]);
});

/** The filter drops all events of these hours. */
async function filter(fromMs: number, untilMs: number): Promise<void> {
  for (let ms = fromMs; ms < untilMs; ms += HOUR_MS) await drops.use('filtered/ip', 1_000, ms);
}

/** A filter begins to drop while the rule is muted until the next day, and goes on. */
async function beginMuted(): Promise<void> {
  await filter(HOUR, HOUR + HOUR_MS);
  await drops.evaluate(HOUR + 60_000, mutedUntil(HOUR + DAY_MS));
  await filter(HOUR + HOUR_MS, HOUR + DAY_MS + HOUR_MS);
}
