import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { deleteDestination, recordFirings } from '@sluice/alerts';
import { createOrganization, createProject, inTransaction } from '@sluice/db';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { waitFor, useDatabase, useRedis, useRole } from '@sluice/testkit';
import type { ServerResponse } from 'node:http';
import { ALERTS_CONNECTIONS, createAlerts, DEFAULT_ALERTS_CONFIG, type Alerts } from './index.js';
import { useIncidentReceiver } from './testing/useIncidentReceiver.js';

const database = useDatabase({ poolSize: 5 });
const redis = useRedis();
const own = useRole(database, 'sluice_alerts', ALERTS_CONNECTIONS);
const api = useRole(database, 'sluice_api', 1);
let organizationId: string;
let projectId: string;
let destinationId: string;
/** What was asked of the platform, in order: `open` or `close`, and the last part of the incident's key. */
let requests: string[] = [];
/** Answers a request: by default at once, and accepts it. */
let answer: (response: ServerResponse) => void;
const accept = (response: ServerResponse): unknown => response.writeHead(202).end('{}');
const running: Alerts[] = [];
const receiver = useIncidentReceiver(({ change, key, response }) => {
  requests.push(`${change} ${key.split(':').slice(2).join(':')}`);
  answer(response);
});

beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(database.db, 'acme'));
});
let projects = 0;
beforeEach(async () => {
  await database.db.pool.query(
    'truncate alert_deliveries, alert_attempts, alert_destinations, alert_notices, alert_firings, alert_subjects',
  );
  [requests, answer] = [[], accept];
  projects += 1;
  projectId = (await createProject(database.db, { organization: 'acme', project: `web${projects}` })).project.id;
  const { rows } = await database.db.pool.query<{ id: string }>(
    `insert into alert_destinations (organization_id, kind, name, config, secrets)
     values ($1, 'opsgenie', 'x', $2, '{"token":"secret"}') returning id`,
    [organizationId, { server: receiver.url }],
  );
  destinationId = rows[0]?.id ?? '';
  const deps = { db: own.db, queueRedisUrl: redis.url, logger: silentLogger, metrics: createMetrics() };
  const config = { ...DEFAULT_ALERTS_CONFIG, pollMs: 10, evaluateMs: 50, allowedAddresses: ['127.0.0.0/8'] };
  running.push(createAlerts({ ...deps, clock: systemClock }, config));
  await running[0]?.start();
});
afterEach(() => Promise.all(running.splice(0).map((alerts) => alerts.stop())));

const rowsOf = async (text: string): Promise<readonly unknown[]> => (await database.db.pool.query<object>(text)).rows;
/** Makes what waits due. */
const hurry = () => database.db.pool.query('update alert_deliveries set next_at = now() where claimed_until is null');

test('a deleted destination closes the incidents that it has open, and keeps no secret', async () => {
  await report('firing', 0, 1);
  await until(2);
  await untilSettled();
  await report('recovered', 1);
  await until(3);
  await untilSettled();
  await remove();
  await until(4);
  await untilSettled();
  expect(requests.slice(2)).toEqual(['close series:3:1', 'close series:3:0']);
  expect(await rowsOf('select from alert_deliveries where target is not null')).toEqual([]);
  expect(await rowsOf(`select from alert_destinations where secrets <> '{}'`)).toEqual([]);
});

test('a deleted destination closes an incident although it refuses the first attempt', async () => {
  await report('firing', 0);
  await until(1);
  await untilSettled();
  answer = (response) => response.writeHead(503).end();
  await remove();
  await until(2);
  answer = accept;
  await untilHurried(3);
  await untilSettled();
  expect(requests.slice(1)).toEqual(['close series:3:0', 'close series:3:0']);
});

test('a deleted destination gets nothing if it has no open incident', async () => {
  await report('firing', 0);
  await until(1);
  await report('recovered', 0);
  await until(2);
  await untilSettled();
  await remove();
  expect(await deliveries()).toEqual(['sent', 'sent']);
  expect(requests).toEqual(['open series:3:0', 'close series:3:0']);
});

// Invariant: the last request about an incident of a deleted destination closes it.
test('a deleted destination closes an incident after the answer to the request that may open it', async () => {
  let release = (): void => undefined;
  answer = (response) => (release = () => accept(response));
  await report('firing', 0);
  await until(1);
  await remove();
  await waitFor(
    async () =>
      (await rowsOf('select from alert_deliveries where target is not null and attempts > 1')).length > 0 ||
      (await hurry(), false),
  );
  expect(requests).toEqual(['open series:3:0']);
  answer = accept;
  release();
  await untilHurried(2);
  expect(requests).toEqual(['open series:3:0', 'close series:3:0']);
  await untilSettled();
});

/** The sessions that wait for one of a session. */
const waitersOf = (pid: string | undefined): Promise<readonly string[]> =>
  textsOf('select pid::text as text from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))', pid);

test('an attempt that begins while the destination is being deleted opens no incident', async () => {
  await database.db.pool.query(
    `insert into alert_rules (organization_id, name, conditions, destination_ids) values ($1, 'x', '[]', $2)`,
    [organizationId, [destinationId]],
  );
  const holder = await database.db.pool.connect();
  await holder.query('begin');
  const { rows } = await holder.query<{ pid: string }>(
    'select pg_backend_pid()::text as pid from alert_rules for update',
  );
  const removed = remove();
  // The deletion has looked for open incidents, and waits for the rule.
  const [deletion] = await waitFor(async () => {
    const waiters = await waitersOf(rows[0]?.pid);
    return waiters.length > 0 && waiters;
  });
  await report('firing', 0);
  await waitFor(async () => requests.length > 0 || (await waitersOf(deletion)).length > 0);
  await holder.query('commit');
  holder.release();
  await removed;
  await untilSettled();
  expect(requests).toEqual([]);
  expect(await deliveries()).toEqual(['failed: the destination was deleted']);
});

test('a deleted project closes its incidents, and reports nothing else', async () => {
  await report('firing', 0);
  await until(1);
  await untilSettled();
  await database.db.pool.query(`update alert_subjects set state = 'firing'`);
  await database.db.pool.query('update projects set deleted_at = now() where id = $1', [projectId]);
  await report('firing', 1);
  await waitFor(async () => {
    await database.db.pool.query('update alert_notices set due_at = now() where delivery_id is null');
    return requests.length >= 2;
  });
  await untilSettled();
  expect(requests.slice(1)).toEqual(['close series:3:0']);
});

/** Makes series fire or recover, and makes the message due at once. */
async function report(state: 'firing' | 'recovered', ...indexes: readonly number[]): Promise<void> {
  const candidates = indexes.map((index) => ({
    projectId,
    organizationId,
    ruleId: '3',
    conditionIndex: index,
    kind: 'endpoint',
    subject: `series:3:${index}`,
    state,
    occurrence: state,
    details: {},
    destinationIds: [destinationId],
    cooldownS: 0,
    digestS: 0,
    suppressedBy: null,
  }));
  await inTransaction(database.db, (tx) => recordFirings(tx, projectId, candidates));
  await database.db.pool.query('update alert_notices set due_at = now() where delivery_id is null');
}

function untilHurried(count: number): Promise<unknown> {
  return waitFor(async () => {
    await hurry();
    return requests.length >= count;
  });
}

async function textsOf(query: string, ...values: readonly unknown[]): Promise<readonly string[]> {
  return (await database.db.pool.query<{ text: string }>(query, [...values])).rows.map(({ text }) => text);
}

function until(count: number): Promise<unknown> {
  return waitFor(() => requests.length >= count, { what: `${count} requests` });
}

function untilSettled(): Promise<unknown> {
  return waitFor(async () => (await rowsOf(`select from alert_deliveries where state = 'waiting'`)).length === 0);
}

function remove(): Promise<void> {
  return deleteDestination(api.db, { organizationId, id: destinationId }, { actor: OPERATOR, ifVersion: undefined });
}

/** The state and the problem of each delivery. */
function deliveries(): Promise<readonly string[]> {
  return textsOf(`select concat_ws(': ', state, problem) as text from alert_deliveries order by created_at, id`);
}
