import { ALERTS_CONNECTIONS, ALERTS_SETTINGS, createAlerts } from '@sluice/alerts-service';
import { createDatabase } from '@sluice/db';
import { workerSettings, type Worker, type WorkerDeps } from '@sluice/drain';
import { createExceptions, exceptionsSettings } from '@sluice/exceptions';
import { createHits } from '@sluice/hits';
import { createHousekeeping, HOUSEKEEPING_CONNECTIONS, HOUSEKEEPING_SETTINGS } from '@sluice/housekeeping';
import { createLogs } from '@sluice/logs';
import { createMetricsWorker } from '@sluice/metrics-service';
import { createReplays } from '@sluice/replays';
import {
  composeComponents,
  createLogger,
  createTracing,
  defineSettings,
  logLevelSetting,
  poolDefaults,
  composeInParallel,
  systemClock,
  TRACES_FIELDS,
  type Component,
  type HealthCheck,
  type Logger,
  type Metrics,
  type SettingsOf,
} from '@sluice/runtime';
import { createSpans } from '@sluice/spans';
import type { WorkersFacts } from './protocol.js';

const WORKER = workerSettings({ bufferMb: 24 });

/** Settings of everything in the worker process. Six workers share its memory, so each buffers less. */
export const WORKERS_SETTINGS = defineSettings({
  worker: WORKER,
  exceptions: exceptionsSettings(WORKER),
  alerts: ALERTS_SETTINGS,
  housekeeping: HOUSEKEEPING_SETTINGS,
  logLevel: logLevelSetting('warn'),
  ...TRACES_FIELDS,
});

/** Settings of everything in the worker process. */
type WorkersConfig = SettingsOf<typeof WORKERS_SETTINGS>;

/** Dependencies of the worker process. */
export interface WorkersDeps extends WorkersFacts {
  readonly metrics: Metrics;
}

type CreateWorker = (deps: WorkerDeps, config: WorkersConfig) => Worker;

const SERVICES: readonly (readonly [string, CreateWorker])[] = [
  ['exceptions', (deps, { exceptions }) => createExceptions(deps, exceptions)],
  ['spans', (deps, { worker }) => createSpans(deps, worker)],
  ['logs', (deps, { worker }) => createLogs(deps, worker)],
  ['hits', (deps, { worker }) => createHits(deps, worker)],
  ['replays', (deps, { worker }) => createReplays(deps, worker)],
  ['metrics', (deps, { worker }) => createMetricsWorker(deps, worker)],
];

/** Connections that all share: on a small machine the workers are seldom busy at the same time. */
const POOL_SIZE = HOUSEKEEPING_CONNECTIONS + ALERTS_CONNECTIONS + 12;

/**
 * Returns the six workers, alerts and housekeeping on one pool. Housekeeping starts first, because it creates partitions.
 * Workers and alerts stop in parallel, before the process is killed: workers within 14 s, alerts within 5 s, after which requests that
 * have no answer are given back. Without `PUBLIC_URL`, alerts link to this copy at `localhost`.
 */
export function createWorkers(
  deps: WorkersDeps,
  config: WorkersConfig,
): Component & { readonly checks: readonly HealthCheck[] } {
  const { metrics, localUrl } = deps;
  const { databaseUrl, redisUrl, redisQueueUrl } = deps.urls;
  const log = (name: string): Logger => createLogger(name, config.logLevel);
  const logger = log('workers');
  const db = createDatabase({ ...poolDefaults('workers', { logger, metrics }), url: databaseUrl, poolSize: POOL_SIZE });
  const { tracesEndpoint: endpoint, tracesOneIn: oneIn } = config;
  const { tracing, ...traces } = createTracing({ service: 'workers', endpoint, oneIn, logger });
  const common = { db, metrics, clock: systemClock };
  const housekeeping = createHousekeeping(
    { ...common, redisUrl, queueRedisUrl: redisQueueUrl, logger: log('housekeeping') },
    config.housekeeping,
  );
  const { publicUrl = localUrl } = config.alerts;
  const alerts = createAlerts(
    { ...common, queueRedisUrl: redisQueueUrl, logger: log('alerts') },
    { ...config.alerts, publicUrl },
  );
  const workers = SERVICES.map(([name, create]) => ({
    name,
    ...create({ ...common, tracing, redisUrl: redisQueueUrl, logger: log(name) }, config),
  }));
  const all = composeComponents(
    [
      { name: 'database', start: () => Promise.resolve(), stop: () => db.close() },
      { name: 'traces', ...traces },
      { name: 'housekeeping', ...housekeeping },
      composeInParallel('workers', [...workers, { name: 'alerts', ...alerts }], logger),
    ],
    logger,
  );
  return { ...all, checks: [...housekeeping.checks, ...alerts.checks, ...workers.flatMap(({ checks }) => checks)] };
}
