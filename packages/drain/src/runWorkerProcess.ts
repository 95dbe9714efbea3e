import { createDatabase } from '@sluice/db';
import {
  DATABASE_URL,
  defineSettings,
  PROCESS_SETTINGS,
  REDIS_QUEUE_URL,
  REDIS_URL,
  runService,
  type Env,
  type Settings,
} from '@sluice/runtime';
import type { WorkerConfig } from './config.js';
import type { Worker, WorkerDeps } from './createWorker.js';

/** Connections in addition to those of transactions: readiness, two for dead letter retries, partitions on demand, watches. */
const SPARE_CONNECTIONS = 5;

/** Settings of a worker's process in addition to those of the worker. @public `scripts/settings-docs.mjs` reads it */
export const workerProcessSettings = <Config extends WorkerConfig>(worker: Settings<Config>) =>
  defineSettings({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, queueRedisUrl: REDIS_QUEUE_URL, worker });

/** What distinguishes the process of one worker from that of another. */
interface WorkerProcess<Config extends WorkerConfig> {
  /** Appears on every log line. */
  readonly name: string;
  readonly settings: Settings<Config>;
  /** The service's own `createX`. */
  readonly create: (deps: WorkerDeps, config: Config) => Worker;
}

/** The body of a worker's `main.ts`: {@link runService} with a database pool. */
export function runWorkerProcess<Config extends WorkerConfig>(env: Env, service: WorkerProcess<Config>): void {
  const { name, settings, create } = service;
  runService(env, {
    name,
    process: PROCESS_SETTINGS,
    settings: workerProcessSettings(settings),
    create: ({ pool, ...context }, { databaseUrl, queueRedisUrl, worker: config }) => {
      const poolSize = config.transactions + SPARE_CONNECTIONS;
      const db = createDatabase({ ...pool, url: databaseUrl, poolSize });
      const worker = create({ ...context, db, redisUrl: queueRedisUrl }, config);
      const parts = [
        { name: 'database', start: () => Promise.resolve(), stop: () => db.close() },
        { name: 'worker', ...worker },
      ];
      return { parts, checks: worker.checks };
    },
  });
}
