import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Part } from '@sluice/contract';
import type { Database } from '@sluice/db';
import { createDepthReader, createPublisher, type Publisher } from '@sluice/queues';
import { createMetrics, silentLogger, systemClock, type Logger } from '@sluice/runtime';
import {
  connectAsRole,
  createTestDatabase,
  partOf,
  startTestRedis,
  waitFor,
  type RoleConnection,
  type TestDatabase,
  type TestRedis,
} from '@sluice/testkit';
import { DEFAULT_WORKER_CONFIG, type WorkerConfig } from '../config.js';
import { createWorker, type Worker } from '../createWorker.js';
import type { StoreDefinition } from '../definition.js';
import { testLogs } from './samples.js';

const CONFIG: WorkerConfig = {
  ...DEFAULT_WORKER_CONFIG,
  lingerMs: 10,
  backoffMs: 50,
  backoffMaxMs: 300,
  deadLetterPollMs: 50,
};
const QUIET = { shards: 1, logger: silentLogger, metrics: createMetrics() };

interface WorkerOptions {
  readonly db?: Database;
  readonly redisUrl?: string;
  readonly definition?: StoreDefinition<'logs'>;
  readonly config?: Partial<WorkerConfig>;
  readonly logger?: Logger;
}

interface TestWorker extends Worker {
  /** Jobs taken and not yet finished. */
  readonly held: () => Promise<number>;
}

/** Workers of one test file, with a database, a Redis and a publisher of their own. */
export interface Workers {
  readonly db: () => Database;
  readonly redis: () => TestRedis;
  /** Starts a worker, by default with the database role of logs. It is stopped after the test at the latest. */
  readonly startWorker: (options?: WorkerOptions) => Promise<TestWorker>;
  /** Publishes a job. @param json its text, if it is not that of the part */
  readonly publish: (part: Part, json?: string) => Promise<void>;
  /** Waits until the queue holds nothing, neither waiting nor taken. */
  readonly drained: (timeoutMs?: number) => Promise<void>;
}

/** Declares the hooks of {@link Workers}: tables and queues are empty before each test. */
export function useWorkers(): Workers {
  let database: TestDatabase;
  let own: RoleConnection;
  let redis: TestRedis;
  let publisher: Publisher;
  const workers: Worker[] = [];
  beforeAll(async () => {
    [database, redis] = await Promise.all([createTestDatabase({ poolSize: 30 }), startTestRedis()]);
    own = await connectAsRole(database, 'sluice_logs', 30);
  });
  afterAll(async () => {
    await own.close();
    await Promise.all([database.drop(), redis.stop()]);
  });
  beforeEach(async () => {
    publisher = createPublisher({ ...QUIET, url: redis.url, lingerMs: 0, markTtlMs: 60_000 });
    await publisher.start();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await publisher.stop();
    await database.db.pool.query('truncate logs, dead_letters, usage, receipts, project_users, first_accepted');
  });
  return {
    db: () => database.db,
    redis: () => redis,
    startWorker: async ({ db = own.db, redisUrl = redis.url, ...options } = {}) => {
      const started = await startTestWorker(db, redisUrl, options);
      workers.push(started);
      return started;
    },
    publish: async (part, json = JSON.stringify(part)) => {
      const hash = createHash('sha256').update(part.batch).digest('hex');
      const parts = [partOf('log', part.events.length, json)];
      await publisher.publish({ projectId: part.project, hash, batchId: part.batch, parts });
    },
    drained: (timeoutMs) => drained(redis.url, timeoutMs),
  };
}

async function startTestWorker(
  db: Database,
  redisUrl: string,
  {
    definition = testLogs,
    config = {},
    logger = silentLogger,
  }: Pick<WorkerOptions, 'definition' | 'config' | 'logger'>,
): Promise<TestWorker> {
  const metrics = createMetrics();
  const deps = { db, redisUrl, logger, metrics, clock: systemClock };
  const worker = createWorker(deps, { ...CONFIG, ...config }, definition);
  await worker.start();
  const held = async (): Promise<number> => {
    const metric = await metrics.getSingleMetric('sluice_worker_active_jobs')?.get();
    return metric?.values[0]?.value ?? 0;
  };
  let stopping: Promise<void> | undefined;
  return { ...worker, held, stop: () => (stopping ??= worker.stop()) };
}

async function drained(redisUrl: string, timeoutMs = 10_000): Promise<void> {
  const reader = createDepthReader({ shards: 1, url: redisUrl, logger: silentLogger });
  await reader.start();
  try {
    await waitFor(async () => (await reader.read('log')).jobs === 0, { timeoutMs, what: 'an empty queue' });
  } finally {
    await reader.stop();
  }
}
