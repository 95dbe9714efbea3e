import { databaseProblem, type Database, type EventTableName } from '@sluice/db';
import { createConsumer, type Consumer, type AcquiredJob } from '@sluice/queues';
import { periodicTask, type Clock, type Component, type HealthCheck, type Logger, type Metrics } from '@sluice/runtime';
import type { WorkerConfig } from './config.js';
import { maxActiveJobs, type StoreDefinition } from './definition.js';
import { createDrainMetrics } from './drainMetrics.js';
import { createJobDrain } from './jobDrain.js';
import { createPartWriter } from './partWriter.js';
import { createOutageGate } from './outageGate.js';
import { createLookUp } from './lookUp.js';
import { retryDeadLetters } from './retryDeadLetters.js';
import { createPendingUsers, flushRegularly } from './pendingUsers.js';

/** What a worker works with. */
export interface WorkerDeps {
  readonly db: Database;
  /** Redis with the queues. */
  readonly redisUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** A worker of one event type. */
export interface Worker extends Component {
  /** Postgres, Redis, and whether jobs are being taken; named after the worker's table. */
  readonly checks: readonly HealthCheck[];
}

/**
 * START HERE. Drains one event type's queue into its table, each event exactly once. In order:
 *
 * 1. `createConsumer` takes jobs of all shards, as many at once as `config.jobs` and `config.bufferBytes` allow.
 * 2. `jobDrain` takes a job apart and makes its rows (pure: enrich, then the service's `toRow`), then holds it until a
 *    write is worth it; jobs that were started before are drained by themselves instead.
 * 3. `partWriter` has the definition look up what it wants to know (`lookUp`), then writes what was gathered in one
 *    transaction (`storeWriteBatch`: receipts, rows, usage, derived), and repeats it until it is committed. Only then is a job
 *    finished: a crash between the two repeats a job, never loses one.
 *
 * | a job is | since                                    | until                                                       |
 * |----------|------------------------------------------|-------------------------------------------------------------|
 * | taken    | Redis handed it over                     | its rows are made                                           |
 * | gathered | it waits for company, if it has any      | enough rows, bytes or milliseconds, and a free transaction  |
 * | written  | its transaction runs                     | committed → finished; refused → set apart → finished        |
 * | held     | the database is away (taking is paused)  | it is back → written; stop → the job goes back to the queue |
 * | finished | removed from Redis                       |                                                             |
 *
 * Beside them, dead letters in state `retry` are stored again every `config.deadLetterPollMs`, and users' times that a write left
 * out are written every `config.lastSeenFlushMs`, and when the last write is done.
 */
export function createWorker<Table extends EventTableName, Details>(
  deps: WorkerDeps,
  config: WorkerConfig,
  definition: StoreDefinition<Table, Details>,
): Worker {
  const { db, redisUrl, metrics: registry, clock } = deps;
  const logger = deps.logger.child({ worker: definition.table });
  const metrics = createDrainMetrics(registry, definition.type);
  const state: { consumer?: Consumer; running: boolean } = { running: false };

  const gate = createOutageGate(
    { pause: () => state.consumer?.pause(), resume: () => state.running && state.consumer?.resume() },
    logger,
    clock,
  );
  const users = createPendingUsers(db, config.lastSeenUsers);
  const lookUp = createLookUp({ definition, timeoutMs: config.lookupMs, metrics, logger });
  const writer = createPartWriter({ db, definition, config, lookUp, gate, users, metrics, clock });
  const drain = createJobDrain({ definition, config, write: writer.write, metrics, logger, clock });
  const consumer = createConsumer(
    {
      type: definition.type,
      url: redisUrl,
      shards: config.shards,
      maxActiveJobs: maxActiveJobs(config, definition),
      maxActiveBytes: config.bufferBytes,
      logger,
      metrics: registry,
    },
    (job: AcquiredJob) => drain.handle(job),
  );
  state.consumer = consumer;
  const retries = periodicTask('dead letter retries', config.deadLetterPollMs, logger, async (signal) => {
    const again = (): Promise<number> => retryDeadLetters({ db, definition, lookUp, config });
    while (!signal.aborted && gate.unavailableSince() === undefined && (await again()) > 0);
  });
  const userTimes = flushRegularly(users, config.lastSeenFlushMs, () => gate.unavailableSince() !== undefined, logger);

  return {
    start: async () => {
      state.running = true;
      await consumer.start();
      await Promise.all([retries.start(), userTimes.start()]);
      logger.info({ config }, 'worker started');
    },
    stop: async () => {
      state.running = false;
      drain.beginStop();
      await Promise.all([consumer.stop(), retries.stop()]);
      await userTimes.stop();
      logger.info('worker stopped');
    },
    checks: [
      { name: `${definition.table}.postgres`, check: () => databaseProblem(db) },
      { name: `${definition.table}.redis`, check: () => Promise.resolve(redisProblem(consumer)) },
      {
        name: `${definition.table}.consumer`,
        check: () => Promise.resolve(consumerProblem(state.running, gate.unavailableSince(), clock())),
      },
    ],
  };
}

const redisProblem = (consumer: Consumer): string | undefined =>
  consumer.isUsable() ? undefined : 'not connected to the queues: check REDIS_QUEUE_URL and that Redis is up';

function consumerProblem(running: boolean, unavailableSince: number | undefined, nowMs: number): string | undefined {
  if (!running) return 'not taking jobs: not started, or stopping';
  if (unavailableSince === undefined) return undefined;
  return `holding jobs for ${Math.round((nowMs - unavailableSince) / 1_000)} s: the database is away`;
}
