import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { recordFirings } from '@sluice/alerts';
import { createOrganization, createProject, inTransaction } from '@sluice/db';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { waitFor, useDatabase, useRedis, useRole } from '@sluice/testkit';
import { ALERTS_CONNECTIONS, createAlerts, DEFAULT_ALERTS_CONFIG, type Alerts } from './index.js';
import { useIncidentReceiver } from './testing/useIncidentReceiver.js';

const SERIES = 6;
const CHANGES = 8;
let organizationId: string;
let projectId: string;
let seed = 1;
/** Of each incident, what arrived and was accepted, in order. */
const incidents = new Map<string, ('open' | 'close')[]>();
const running: Alerts[] = [];

const database = useDatabase({ poolSize: 5 });
const redis = useRedis();
const own = useRole(database, 'sluice_alerts', ALERTS_CONNECTIONS);
const receiver = useIncidentReceiver(({ change, key, response }) => {
  // A request that is answered with an error may have had its effect.
  incidents.set(key, [...(incidents.get(key) ?? []), change]);
  setTimeout(() => response.writeHead(random() < 0.5 ? 503 : 202).end('{}'), random() * 60);
});
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(database.db, 'acme'));
  projectId = (await createProject(database.db, { organization: 'acme', project: 'web' })).project.id;
});
afterEach(() => Promise.all(running.splice(0).map((alerts) => alerts.stop())));

const rowsOf = async (text: string): Promise<readonly unknown[]> => (await database.db.pool.query<object>(text)).rows;

test('the last request about an incident is its recovery, whatever is refused and repeated meanwhile', async () => {
  const { rows } = await database.db.pool.query<{ id: string }>(
    `insert into alert_destinations (organization_id, kind, name, config, secrets, hourly_limit)
     values ($1, 'opsgenie', 'x', $2, '{"token":"t"}', 1000000) returning id`,
    [organizationId, { server: receiver.url }],
  );
  await Promise.all([start(), start()]);
  for (let change = 0; change < CHANGES; change += 1) {
    for (let index = 0; index < SERIES; index += 1) {
      const candidate = series(rows[0]?.id ?? '', index, change);
      await inTransaction(database.db, (tx) => recordFirings(tx, projectId, [candidate]));
      await hurry();
      await new Promise((resolve) => setTimeout(resolve, random() * 40));
    }
  }
  await waitFor(
    async () => {
      await hurry();
      const open = await rowsOf(`select from alert_deliveries where state = 'waiting'`);
      return open.length + (await rowsOf('select from alert_notices where delivery_id is null')).length === 0;
    },
    { what: 'everything to be settled', timeoutMs: 60_000 },
  );
  expect(incidents.size).toBe(SERIES);
  expect([...incidents.values()].map((requests) => requests.at(-1))).toEqual(Array(SERIES).fill('close'));
});

function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

async function start(): Promise<void> {
  const deps = { db: own.db, queueRedisUrl: redis.url, logger: silentLogger, metrics: createMetrics() };
  const alerts = createAlerts(
    { ...deps, clock: systemClock },
    { ...DEFAULT_ALERTS_CONFIG, pollMs: 10, evaluateMs: 60_000, allowedAddresses: ['127.0.0.0/8'] },
  );
  running.push(alerts);
  await alerts.start();
}

/** Makes what waits due. */
async function hurry(): Promise<void> {
  await database.db.pool.query('update alert_notices set due_at = now() where delivery_id is null');
  await database.db.pool.query(
    `update alert_deliveries set next_at = now(), tries_from = attempts where claimed_until is null and state = 'waiting'`,
  );
}

function series(destinationId: string, index: number, change: number) {
  return {
    projectId,
    organizationId,
    ruleId: '3',
    conditionIndex: index,
    kind: 'endpoint',
    subject: `series:3:${index}`,
    state: change % 2 === 0 ? ('firing' as const) : ('recovered' as const),
    occurrence: String(change),
    details: {},
    destinationIds: [destinationId],
    cooldownS: 0,
    digestS: 0,
    suppressedBy: null,
  };
}
