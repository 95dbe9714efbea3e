import { createDatabase } from '@sluice/db';
import {
  anyText,
  composeComponents,
  createAdminServer,
  createLogger,
  createMetrics,
  LOG_LEVELS,
  oneOf,
  readEnv,
  runProcess,
  systemClock,
  urlOf,
  wholeNumber,
  type AdminAddress,
  type Component,
  type Env,
  type EnvReader,
  type Logger,
} from '@sluice/runtime';
import { readWorkerConfig, type WorkerConfig } from './config.js';
import type { Worker, WorkerDeps } from './createWorker.js';

/** Settings of a worker that is a process of its own. */
export interface WorkerProcessConfig<Config extends WorkerConfig = WorkerConfig> {
  /** `DATABASE_URL`: where events are stored. */
  readonly databaseUrl: string;
  /** `REDIS_QUEUE_URL`, else `REDIS_URL`: where the queues are. */
  readonly redisUrl: string;
  /** `ADMIN_HOST`, `ADMIN_PORT`: health, readiness and metrics. Loopback unless a deployment says otherwise. */
  readonly admin: AdminAddress;
  /** `LOG_LEVEL`: least level that is written. */
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly worker: Config;
}

/** Connections beside those of the transactions: readiness, two for dead letter retries, partitions on demand. */
const SPARE_CONNECTIONS = 4;

/**
 * Reads all settings of a worker's process; throws one `ConfigError` with every problem.
 * @param readWorker reads those of the worker itself
 */
export function readWorkerProcessConfig<Config extends WorkerConfig>(
  env: Env,
  readWorker: (reader: EnvReader) => Config,
): WorkerProcessConfig<Config> {
  const reader = readEnv(env);
  const redisUrl = reader.get('REDIS_URL', 'redis://127.0.0.1:6379', urlOf('redis', 'rediss'));
  const config = {
    databaseUrl: reader.get('DATABASE_URL', 'postgres://127.0.0.1:5432/sluice', urlOf('postgres', 'postgresql')),
    redisUrl: reader.get('REDIS_QUEUE_URL', redisUrl, urlOf('redis', 'rediss')),
    admin: {
      host: reader.get('ADMIN_HOST', '127.0.0.1', anyText),
      port: reader.get('ADMIN_PORT', 8001, wholeNumber(0, 65_535)),
    },
    logLevel: reader.get('LOG_LEVEL', 'info', oneOf(...LOG_LEVELS)),
    worker: readWorker(reader),
  };
  reader.finish();
  return config;
}

/** What makes one worker's process differ from another's. */
export interface WorkerProcess<Config extends WorkerConfig> {
  /** The service's, on every log line. */
  readonly name: string;
  /** Problems are collected by the reader. */
  readonly readConfig: (reader: EnvReader) => Config;
  /** The service's own `createX`. */
  readonly create: (deps: WorkerDeps, config: Config) => Worker;
}

/** {@link runWorkerService} for a worker that has the settings of all workers and no others. */
export const runWorkerProcess = (
  name: string,
  env: Env,
  create: (deps: WorkerDeps, config: WorkerConfig) => Worker,
): void => runWorkerService(env, { name, readConfig: readWorkerConfig, create });

/** The body of every worker's `main.ts`: settings from `env`, a pool, the worker, an admin port; runs until a signal. */
export function runWorkerService<Config extends WorkerConfig>(env: Env, service: WorkerProcess<Config>): void {
  const { name, readConfig, create } = service;
  runProcess(createLogger(name), () => {
    const config = readWorkerProcessConfig(env, readConfig);
    return composeWorkerProcess(config, createLogger(name, config.logLevel), create);
  });
}

function composeWorkerProcess<Config extends WorkerConfig>(
  config: WorkerProcessConfig<Config>,
  logger: Logger,
  create: (deps: WorkerDeps, config: Config) => Worker,
): Component {
  const metrics = createMetrics(true);
  const db = createDatabase({
    url: config.databaseUrl,
    poolSize: config.worker.transactions + SPARE_CONNECTIONS,
    applicationName: 'sluice-worker',
    onError: (error) => logger.warn({ err: error }, 'idle database connection lost'),
  });
  const worker = create({ db, redisUrl: config.redisUrl, logger, metrics, clock: systemClock }, config.worker);
  let stopping = false;
  const admin = createAdminServer(config.admin, {
    checks: worker.checks,
    metrics: () => metrics.metrics(),
    isStopping: () => stopping,
  });
  const parts = [
    { name: 'database', start: () => Promise.resolve(), stop: () => db.close() },
    { name: 'admin', ...admin },
    { name: 'worker', ...worker },
  ];
  const all = composeComponents(parts, logger);
  return {
    start: all.start,
    stop: () => {
      stopping = true;
      return all.stop();
    },
  };
}
