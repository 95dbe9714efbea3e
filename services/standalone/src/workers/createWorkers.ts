import { createDatabase } from '@sluice/db';
import {
  DEFAULT_WORKER_CONFIG,
  readWorkerConfig,
  type Worker,
  type WorkerConfig,
  type WorkerDeps,
} from '@sluice/drain';
import { createExceptions, readExceptionsConfig, type ExceptionsConfig } from '@sluice/exceptions';
import { createHits } from '@sluice/hits';
import { createHousekeeping, readHousekeepingConfig, type HousekeepingConfig } from '@sluice/housekeeping';
import { createLogs } from '@sluice/logs';
import { createReplays } from '@sluice/replays';
import {
  composeComponents,
  createLogger,
  LOG_LEVELS,
  oneOf,
  readEnv,
  sideBySide,
  systemClock,
  type Component,
  type Env,
  type HealthCheck,
  type Logger,
  type Metrics,
} from '@sluice/runtime';
import { createSpans } from '@sluice/spans';
import type { Urls } from './protocol.js';

/** Settings of everything in the worker process. */
export interface WorkersConfig {
  readonly worker: WorkerConfig;
  readonly exceptions: ExceptionsConfig;
  readonly housekeeping: HousekeepingConfig;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** What the worker process works with. */
export interface WorkersDeps {
  readonly urls: Urls;
  readonly metrics: Metrics;
}

type CreateWorker = (deps: WorkerDeps, config: WorkersConfig) => Worker;

const SERVICES: readonly (readonly [string, CreateWorker])[] = [
  ['exceptions', (deps, { exceptions }) => createExceptions(deps, exceptions)],
  ['spans', (deps, { worker }) => createSpans(deps, worker)],
  ['logs', (deps, { worker }) => createLogs(deps, worker)],
  ['hits', (deps, { worker }) => createHits(deps, worker)],
  ['replays', (deps, { worker }) => createReplays(deps, worker)],
];

/** Connections that all share: the workers are seldom busy at the same time on a small machine. */
const POOL_SIZE = 16;

/** Default of `WORKER_HELD_BYTES` here, where five workers share one process. */
const HELD_BYTES = 24 * 1_048_576;

/** Reads the settings of all services of the worker process; throws a `ConfigError`. */
export function readWorkersConfig(env: Env): WorkersConfig {
  const reader = readEnv(env);
  const worker = readWorkerConfig(reader, { ...DEFAULT_WORKER_CONFIG, heldBytes: HELD_BYTES });
  const exceptions = readExceptionsConfig(reader, worker);
  const logLevel = reader.get('LOG_LEVEL', 'warn', oneOf(...LOG_LEVELS));
  reader.finish();
  return { worker, exceptions, logLevel, housekeeping: readHousekeepingConfig(env) };
}

/**
 * The five workers and housekeeping on one pool of connections. Housekeeping starts first: it makes partitions. The workers
 * stop side by side, each within 14 s, so that all are done before the process is ended by force.
 */
export function createWorkers(
  deps: WorkersDeps,
  config: WorkersConfig,
): Component & { readonly checks: readonly HealthCheck[] } {
  const { metrics } = deps;
  const { databaseUrl, redisUrl, redisQueueUrl } = deps.urls;
  const log = (name: string): Logger => createLogger(name, config.logLevel);
  const logger = log('workers');
  const db = createDatabase({
    url: databaseUrl,
    poolSize: POOL_SIZE,
    applicationName: 'sluice-workers',
    onError: (error) => logger.warn({ err: error }, 'idle database connection lost'),
  });
  const common = { db, metrics, clock: systemClock };
  const housekeeping = createHousekeeping(
    { ...common, redisUrl, queueRedisUrl: redisQueueUrl, logger: log('housekeeping') },
    config.housekeeping,
  );
  const workers = SERVICES.map(([name, create]) => ({
    name,
    ...create({ ...common, redisUrl: redisQueueUrl, logger: log(name) }, config),
  }));
  const all = composeComponents(
    [
      { name: 'database', start: () => Promise.resolve(), stop: () => db.close() },
      { name: 'housekeeping', ...housekeeping },
      sideBySide('workers', workers, logger),
    ],
    logger,
  );
  return { ...all, checks: [...housekeeping.checks, ...workers.flatMap(({ checks }) => checks)] };
}
