import { DAY_MS, HOUR_MS } from '@sluice/contract';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { updateOrganization } from '@sluice/db';
import { createDropsDatabase } from './testing/dropFacts.js';
import { useResource } from '@sluice/testkit';

const DAY = Date.UTC(2026, 10, 20);
/** The last evaluation before the outage. */
const STOP = DAY + 12.5 * HOUR_MS;
const hour = (hours: number): string => new Date(DAY + hours * HOUR_MS).toISOString();
const drops = useResource(createDropsDatabase, (started) => started.close());
beforeEach(() => drops.clear());
const hoursOf = async (kind: string) => (await drops.firings(kind)).map(({ details }) => (details as Hourly).hour);
type Hourly = { readonly hour?: string; readonly count?: number };

describe.each([3, 26])('after an outage of %i hours', (outage) => {
  const back = STOP + outage * HOUR_MS;
  beforeEach(() => drops.evaluate(STOP));

  test('each hour of caps, quotas of bytes and the backlog is a firing, whoever evaluates and how often', async () => {
    const missed = [13, 12 + outage - 1];
    for (const hours of missed) {
      for (const reason of ['spike', 'hourly_cap', 'byte_quota', 'backlog'])
        await use(`rate_limited/${reason}`, 5, hours);
      await use('rate_limited/spike', 5, hours, 'span');
    }
    const added = await Promise.all([back, back, back + 1_000].map((nowMs) => drops.evaluate(nowMs)));
    expect(added.reduce((sum, one) => sum + one, 0)).toBe(10);
    expect(await drops.evaluate(back + 60_000)).toBe(0);
    for (const kind of ['hourly_cap', 'byte_quota', 'backlog'])
      expect([kind, await hoursOf(kind)]).toEqual([kind, missed.map(hour)]);
    expect(await hoursOf('spike_cap')).toEqual(missed.flatMap((hours) => [hour(hours), hour(hours)]));
  });

  test('a filter that dropped much in an hour of it is reported', async () => {
    await use('filtered/ip', 300, 13);
    await use('processed/', 5_000, 14);
    expect(await drops.evaluate(back)).toBe(1);
    expect(await hoursOf('filter')).toEqual([hour(13)]);
  });

  test('a project that missed its daily hour and is still silent is reported once, and one that is back is not', async () => {
    for (const days of [1, 2, 3]) await use('processed/', 500, 13 - 24 * days);
    await use('processed/', 1, 12);
    expect(await drops.evaluate(back)).toBe(1);
    await drops.clear();
    for (const days of [1, 2, 3]) await use('processed/', 500, 13 - 24 * days);
    await use('processed/', 1, 12);
    await drops.evaluate(STOP);
    await use('processed/', 1, 12 + outage);
    expect(await drops.evaluate(back)).toBe(0);
  });

  test('losses that were found in it are reported', async () => {
    await drops.database.db.pool.query(
      `insert into losses (hour, type, acknowledged, stored, reported, found_at) values ($1, 'span', 10, 7, 3, $2)`,
      [new Date(DAY), new Date(STOP + 60_000)],
    );
    expect(await drops.evaluate(back)).toBe(1);
  });
});

describe('after an outage that spans midnight', () => {
  const back = DAY + 26 * HOUR_MS;

  test('origins and keys that were refused on the day before are reported, apart from those of the day', async () => {
    await drops.evaluate(STOP);
    await refuse(12, 22);
    await refuse(9, 25);
    expect(await drops.evaluate(back)).toBe(2);
    await refuse(1, 25.5);
    expect(await drops.evaluate(back + 60_000)).toBe(2);
    const counts = async (kind: string) =>
      (await drops.firings(kind)).map(({ details }) => (details as Hourly).count).sort();
    expect(await counts('refused_origin')).toEqual([10, 12]);
    expect(await counts('disabled_key')).toEqual([10, 12]);
  });

  test('a monthly quota that was reached before the month ended is reported', async () => {
    await updateOrganization(drops.database.db, 'one', { 'monthly.logs': 100 });
    const end = Date.UTC(2026, 11, 1);
    await drops.evaluate(end - 2 * HOUR_MS);
    await drops.use('processed/', 100, end - HOUR_MS);
    expect(await drops.evaluate(end + 2 * HOUR_MS)).toBe(1);
    expect((await drops.firings('monthly_quota')).map(({ details }) => details)).toEqual([
      expect.objectContaining({ month: 202_611, percent: 100 }),
    ]);
    await drops.use('processed/', 90, end);
    expect(await drops.evaluate(end + 3 * HOUR_MS)).toBe(1);
    await updateOrganization(drops.database.db, 'one', { 'monthly.logs': null });
  });

  test('a token that had its last day in the outage is reported', async () => {
    await drops.evaluate(STOP);
    await drops.database.db.pool.query(
      `insert into tokens (organization_id, digest, hint, scopes, created_at, expires_at)
       values ($1, '\\x01', 'abcd', '{}', $2, $3)`,
      [drops.organization, new Date(STOP - 3 * DAY_MS), new Date(STOP + 25 * HOUR_MS)],
    );
    expect(await drops.evaluate(STOP + 26 * HOUR_MS)).toBe(1);
    expect(await drops.evaluate(STOP + 27 * HOUR_MS)).toBe(0);
  });
});

test('drops older than 48 hours are not reported', async () => {
  await drops.evaluate(STOP);
  await use('rate_limited/hourly_cap', 5, 13);
  await use('rate_limited/hourly_cap', 5, 14);
  await drops.evaluate(DAY + 62.5 * HOUR_MS);
  expect(await hoursOf('hourly_cap')).toEqual([hour(14)]);
});

test('a rule that began in the outage reports no hour or day that was over before, and no loss found before', async () => {
  await drops.evaluate(STOP);
  for (const hours of [13, 15, 16]) await use('rate_limited/hourly_cap', 5, hours);
  await use('filtered/ip', 300, 14);
  await refuse(20, -1);
  await refuse(20, 13);
  await drops.database.db.pool.query(
    `insert into losses (hour, type, acknowledged, stored, reported, found_at)
     values ($1, 'span', 10, 7, 3, $2), ($1, 'log', 10, 7, 3, $3)`,
    [new Date(DAY), new Date(STOP + HOUR_MS), new Date(STOP + 3.5 * HOUR_MS)],
  );
  await drops.evaluate(DAY + 16.5 * HOUR_MS, drops.rulesOf({ countedSince: new Date(DAY + 15.5 * HOUR_MS) }));
  expect(await hoursOf('hourly_cap')).toEqual([hour(15), hour(16)]);
  expect(await drops.firings('filter')).toEqual([]);
  expect(await drops.firings('refused_origin')).toHaveLength(1);
  expect((await drops.firings('losses')).map(({ subject }) => subject)).toEqual(['drop:losses:log']);
});

test('a mute or a maintenance window counts if it was open when the hour of a drop ended', async () => {
  await drops.evaluate(STOP);
  for (const hours of [13, 15]) await use('rate_limited/hourly_cap', 5, hours);
  const window = { fromMs: DAY + 13.2 * HOUR_MS, toMs: DAY + 14.5 * HOUR_MS };
  const maintenance = [{ organizationId: drops.organization, projectId: null, ...window }];
  await drops.evaluate(DAY + 16.5 * HOUR_MS, { ...drops.rulesOf(), maintenance });
  expect((await drops.firings('hourly_cap')).map(({ by }) => by)).toEqual(['maintenance', null]);
});

test('of several hours, the cool-down sends the current one', async () => {
  await drops.evaluate(STOP);
  for (const hours of [13, 14, 15, 16]) await use('rate_limited/hourly_cap', 5, hours);
  await drops.evaluate(DAY + 16.5 * HOUR_MS, drops.rulesOf({ cooldownS: 60 }));
  expect((await drops.firings('hourly_cap')).map(({ by }) => by)).toEqual(['cooldown', 'cooldown', 'cooldown', null]);
});

test('counts that housekeeping stored hours late are found in the next hour', async () => {
  for (const hours of [12, 13, 14, 15]) await drops.evaluate(DAY + (hours + 0.5) * HOUR_MS);
  for (const hours of [12, 13]) await use('rate_limited/spike', 5, hours);
  await use('filtered/ip', 300, 12);
  expect(await drops.evaluate(DAY + 15.6 * HOUR_MS)).toBe(0);
  expect(await drops.evaluate(DAY + 16.1 * HOUR_MS)).toBe(3);
});

test('a search that fails keeps the others from nothing, and looks at its time again', async () => {
  await drops.evaluate(STOP);
  await use('rate_limited/hourly_cap', 5, 13);
  await refuse(20, 13);
  const { pool } = drops.database.db;
  await pool.query('alter table usage rename to gone');
  const back = STOP + 3 * HOUR_MS;
  await expect(drops.evaluate(back)).rejects.toThrow('usage');
  await pool.query('alter table gone rename to usage');
  expect(await drops.firings('disabled_key')).toHaveLength(1);
  expect(await drops.evaluate(back)).toBe(1);
  expect(await hoursOf('hourly_cap')).toEqual([hour(13)]);
});

test('a silence of an hour that was not settled is decided once it is', async () => {
  for (const days of [1, 2, 3]) await use('processed/', 500, 13 - 24 * days);
  await use('processed/', 1, 12);
  await drops.evaluate(STOP);
  expect(await drops.evaluate(STOP + 2 * HOUR_MS, drops.rulesOf(), { settledMs: STOP })).toBe(0);
  expect(await drops.evaluate(STOP + 3 * HOUR_MS)).toBe(1);
});

/** Requests of an hour that were refused because of their origin, and with a disabled key. */
async function refuse(count: number, hours: number): Promise<void> {
  const { pool } = drops.database.db;
  const at = new Date(DAY + hours * HOUR_MS);
  await pool.query(`insert into refused_origins values ($1, $2, 'https://a.example', 'g', $3)`, [
    drops.project,
    at,
    count,
  ]);
  await pool.query(`insert into refused_keys values ($1, $2, 'aa', 'g', 'app', $3, $4)`, [
    drops.project,
    at,
    new Date(DAY - DAY_MS),
    count,
  ]);
}

function use(verdict: string, count: number, hours: number, type?: string) {
  return drops.use(verdict, count, DAY + hours * HOUR_MS, type);
}
