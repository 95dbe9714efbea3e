import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { evaluateDrops, readAlertRules } from '@sluice/alerts';
import { addKey, createOrganization, createProject, disableKey, readProjectedKeys } from '@sluice/db';
import { createMetrics, poolDefaults, silentLogger } from '@sluice/runtime';
import { waitFor, useRedis, useDatabase, useRole } from '@sluice/testkit';
import { openGatewayDatabase, type GatewayDatabasePool } from '../openGatewayDatabase.js';
import { newKey, send, startGateway, testProjection, type RunningGateway } from '../testing/gatewayHarness.js';

/** Requests that a gateway refuses, its counts in PostgreSQL, and the rules about drops, each as the database role of its service. */

const NOW = Date.UTC(2026, 10, 20, 12, 30);
const DAY = '2026-11-20';
const SHOP = { organization: 'acme', project: 'shop' };
let pool: GatewayDatabasePool;
let gateway: RunningGateway;
let enabled: string;
const redis = useRedis();
const database = useDatabase();
const ofGateway = useRole(database, 'sluice_gateway', 1);
const ofAlerts = useRole(database, 'sluice_alerts', 2);
beforeAll(async () => {
  await createOrganization(database.db, SHOP.organization);
  enabled = (await createProject(database.db, SHOP, { allowedDomains: ['example.com'] })).key.text;
  // A rule reports nothing of the time before it.
  await database.db.pool.query('update alert_rules set counted_since = $1', [new Date(NOW)]);
});
beforeEach(async () => {
  pool = openGatewayDatabase(
    ofGateway.url,
    poolDefaults('gateway', { logger: silentLogger, metrics: createMetrics() }),
  );
  gateway = await startGateway(redis.url, { database: pool, clock: () => NOW });
});
afterEach(async () => {
  await gateway.stop();
  await pool.close();
});

describe('a rule about drops', () => {
  beforeEach(() => database.db.pool.query('truncate refused_keys, refused_origins, alert_firings, alert_subjects'));

  test.each([
    ['public', 'in Redis'],
    ['server', 'in PostgreSQL only'],
  ] as const)('fires once after ten requests with a disabled %s key that is %s', async (kind, place) => {
    const { key, text } = await addKey(database.db, SHOP, { kind, label: 'old app' });
    const { disabledAt } = await disableKey(database.db, SHOP, key);
    if (place === 'in Redis') await project();
    expect(await sendTimes(9, text, 'https://example.com')).toEqual(new Set([401]));
    expect(await sendTimes(20, newKey(), 'https://example.com')).toEqual(new Set([401]));
    expect(await firings('refused_keys', 9)).toEqual([]);
    await sendTimes(1, text, 'https://example.com');
    const details = { key, label: 'old app', disabledAt: disabledAt?.toISOString(), count: 10, day: DAY };
    const fired = [['disabled_key', `drop:disabled_key:${key}`, details]];
    expect(await firings('refused_keys', 10)).toEqual(fired);
    await sendTimes(2, text, 'https://example.com');
    expect(await firings('refused_keys', 12)).toEqual(fired);
  });

  test('fires once after ten requests from origins that are not allowed', async () => {
    expect(await sendTimes(9, enabled, 'https://evil.test')).toEqual(new Set([403]));
    expect(await firings('refused_origins', 9)).toEqual([]);
    await sendTimes(3, enabled, 'https://worse.test');
    const fired = [['refused_origin', 'drop:refused_origin:', { origin: 'https://evil.test', count: 12, day: DAY }]];
    expect(await firings('refused_origins', 12)).toEqual(fired);
    expect(await firings('refused_origins', 12)).toEqual(fired);
  });
});

/** Makes Redis know every key, as housekeeping does. */
async function project(): Promise<void> {
  const projects = testProjection(redis.url);
  const keys = await readProjectedKeys(database.db, undefined);
  await projects.projection.putAll(keys.map((one) => ({ ...one, version: Number(one.version) })));
  await projects.close();
}

async function sendTimes(times: number, key: string, origin: string): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>();
  for (let time = 0; time < times; time += 1)
    statuses.add((await send(gateway.url, key, { events: [] }, { origin })).status);
  return statuses;
}

/** Waits until PostgreSQL has the refused requests, evaluates the default rules, and returns all firings. */
async function firings(table: string, requests: number): Promise<readonly unknown[]> {
  const { pool: queries } = database.db;
  await waitFor(async () => {
    const { rows } = await queries.query<{ total: string }>(`select sum(count) as total from ${table}`);
    return Number(rows[0]?.total) === requests;
  });
  const rules = await readAlertRules(ofAlerts.db);
  await evaluateDrops(ofAlerts.db, rules, { nowMs: NOW, settledMs: NOW });
  const { rows } = await queries.query<{ kind: string; subject: string; details: unknown }>(
    `select kind, subject, details - 'conditionIndex' as details from alert_firings order by at`,
  );
  return rows.map(({ kind, subject, details }) => [kind, subject, details]);
}
