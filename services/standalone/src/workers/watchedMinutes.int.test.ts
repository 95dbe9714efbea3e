import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { AcceptedEvent, EventType, Json } from '@sluice/contract';
import { createOrganization, createProject } from '@sluice/db';
import { DEFAULT_WORKER_CONFIG, type Worker, type WorkerConfig, type WorkerDeps } from '@sluice/drain';
import { createExceptions } from '@sluice/exceptions';
import { createLogs } from '@sluice/logs';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { DEFAULT_BLOB_STORE_CONFIG, DEFAULT_RESOLVER_CONFIG } from '@sluice/sourcemaps';
import { createSpans } from '@sluice/spans';
import { useDatabase, useRedis } from '@sluice/testkit';
import { useQueues } from '@sluice/testkit/useQueues';

/** What rules watch is counted by minute once for each event, whoever works on its job, and however often. */

const QUIET = { logger: silentLogger, metrics: createMetrics() };
/** Repetitions of a job are in other write batches, or in the same one. */
const CONFIG: WorkerConfig = { ...DEFAULT_WORKER_CONFIG, lingerMs: 20 };
const EXCEPTIONS = { ...CONFIG, minRows: 10, store: DEFAULT_BLOB_STORE_CONFIG, resolver: DEFAULT_RESOLVER_CONFIG };

const database = useDatabase({ poolSize: 30 });
const redis = useRedis();
const queues = useQueues(redis);
let projectId: string;
let organizationId: string;
const workers: Worker[] = [];

beforeAll(async () => {
  organizationId = (await createOrganization(database.db, 'watching')).id;
  projectId = (await createProject(database.db, { organization: 'watching', project: 'app' })).project.id;
});
beforeEach(() => database.db.pool.query('truncate alert_rules, alert_minutes, issue_minutes'));
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

test('exceptions of an issue are counted once if a job is repeated', async () => {
  await watch({ kind: 'issue_rate', measure: 'events', above: 1, windowMinutes: 5 });
  await startTwice((deps) => createExceptions(deps, EXCEPTIONS));
  const exception = event('exception', { type: 'TypeError', message: 'x is not a function' });
  await publishAgain('exception', [exception, exception, exception]);
  expect(
    await sumsOf(`(select count(*)::int from exceptions) as rows,
      (select sum(count)::int from issue_minutes) as counted`),
  ).toEqual({ rows: 3, counted: 3 });
  expect(await skipped('exception')).toBe(9);
});

test('root spans of an endpoint are counted once if a job is repeated', async () => {
  const bounds = { direction: 'above', threshold: 800, windowMinutes: 5, forMinutes: 0 };
  await watch({ kind: 'endpoint', measure: 'p95', name: 'GET /', ...bounds });
  await startTwice((deps) => createSpans(deps, CONFIG));
  await publishAgain('span', [span('slow', 900), span('fast', 100), span('faster', 50)]);
  expect(
    await sumsOf(`(select count(*)::int from spans) as rows,
      (select sum(count)::int from alert_minutes) as counted, (select sum("over")::int from alert_minutes) as over`),
  ).toEqual({ rows: 3, counted: 3, over: 1 });
  expect(await skipped('span')).toBe(9);
});

test('logs that match a query are counted once if a job is repeated', async () => {
  const bounds = { direction: 'above', threshold: 10, windowMinutes: 5, forMinutes: 0 };
  await watch({ kind: 'log_rate', query: { text: 'timeout' }, ...bounds });
  await startTwice((deps) => createLogs(deps, CONFIG));
  const log = (message: string): AcceptedEvent => event('log', { level: 'error', message });
  await publishAgain('log', [log('timeout of a'), log('timeout of b'), log('other')]);
  expect(
    await sumsOf(`(select count(*)::int from logs) as rows, (select sum(count)::int from alert_minutes) as counted`),
  ).toEqual({ rows: 3, counted: 2 });
  expect(await skipped('log')).toBe(9);
});

async function startTwice(create: (deps: WorkerDeps) => Worker): Promise<void> {
  for (let number = 0; number < 2; number += 1) {
    const worker = create({ db: database.db, redisUrl: redis.url, ...QUIET, clock: systemClock });
    workers.push(worker);
    await worker.start();
  }
}

/** Publishes the same job four times, two of them when the others are stored. */
async function publishAgain(type: EventType, events: readonly AcceptedEvent[]): Promise<void> {
  const batch = { type, events, name: type, arrival: Date.now(), project: projectId, organization: organizationId };
  // Another mark, and the queue does not know that it has the job.
  for (const marks of [
    ['a', 'b'],
    ['c', 'd'],
  ]) {
    await Promise.all(marks.map((mark) => queues.publish({ ...batch, mark })));
    await queues.drained(type);
  }
}

/** Events that workers of the type found stored already. */
async function skipped(type: EventType): Promise<number> {
  const metric = await QUIET.metrics.getSingleMetric('sluice_worker_duplicates_skipped_total')?.get();
  const values = metric?.values ?? [];
  return values.filter(({ labels }) => labels['type'] === type).reduce((sum, { value }) => sum + value, 0);
}

function watch(condition: object): Promise<unknown> {
  return database.db.pool.query(
    `insert into alert_rules (organization_id, project_id, name, conditions) values ($1, $2, 'watch', $3)`,
    [organizationId, projectId, JSON.stringify([condition])],
  );
}

function event(type: EventType, payload: Readonly<Record<string, Json>>): AcceptedEvent {
  return {
    type,
    timestamp: '2026-01-01T00:00:00.000Z',
    contexts: {},
    payload,
  };
}

function span(uuid: string, duration: number): AcceptedEvent {
  return event('span', {
    uuid,
    name: 'GET /',
    traceId: uuid,
    duration,
    status: 'ok',
    metrics: {},
    startTime: '2026-01-01T00:00:00.000Z',
    endTime: '2026-01-01T00:00:01.000Z',
  });
}

async function sumsOf(columns: string): Promise<unknown> {
  return (await database.db.pool.query(`select ${columns}`)).rows[0] as unknown;
}
