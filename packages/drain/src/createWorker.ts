import { databaseProblem, type Database } from '@sluice/db';
import { createConsumer, type Consumer, type AcquiredJob } from '@sluice/queues';
import {
  NO_TRACING,
  periodicTask,
  type Clock,
  type Component,
  type HealthCheck,
  type Logger,
  type Metrics,
  type Tracing,
} from '@sluice/runtime';
import type { WorkerConfig } from './config.js';
import { maxActiveJobs, type StoreDefinition, type StoreName } from './definition.js';
import { createDrainMetrics } from './drainMetrics.js';
import { createJobDrain } from './jobDrain.js';
import { createPartWriter } from './partWriter.js';
import { createOutageGate } from './outageGate.js';
import { createLookUp } from './lookUp.js';
import { retryDeadLetters } from './retryDeadLetters.js';
import { createPendingUsers, flushRegularly } from './pendingUsers.js';
import { createWritePace } from './writePace.js';
import { createWatchList } from './watchList.js';

/** Dependencies of a worker. */
export interface WorkerDeps {
  readonly db: Database;
  /** Redis with the queues. */
  readonly redisUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Off by default. */
  readonly tracing?: Tracing;
}

/** A worker of one event type. */
export interface Worker extends Component {
  /** PostgreSQL, Redis, and whether jobs are acquired; named after the worker's store. */
  readonly checks: readonly HealthCheck[];
}

/**
 * START HERE. Stores the events of one type, each exactly once:
 *
 * 1. `createConsumer` acquires jobs of all queue shards, up to `config.jobs` jobs and `config.bufferBytes`.
 * 2. `jobDrain` reads a job and batches it with others. It makes rows when their flush begins (pure: enrich, then the
 *    service's `toRow`). A job that was started before is a poison candidate and is drained alone.
 * 3. `partWriter` runs the definition's lookup (`lookUp`), then writes the write batch in one transaction
 *    (`storeWriteBatch`: receipts, rows, usage, derived rows) and repeats it until it is committed. Only then is a job
 *    finished: a crash between the two repeats a job and loses nothing.
 *
 * | a job is | from                                    | until                                                     |
 * |----------|-----------------------------------------|-----------------------------------------------------------|
 * | acquired | Redis returned it                       | it is added to the batcher                                |
 * | batched  | it waits for more jobs                  | enough rows, bytes or milliseconds, and a free transaction |
 * | written  | its transaction runs                    | committed → finished; rejected → dead letters → finished  |
 * | kept     | PostgreSQL is unavailable (consumer paused) | PostgreSQL is back → written; stop → requeued         |
 * | finished | it is removed from Redis                |                                                           |
 *
 * Workers of spans and replays yield while exceptions and logs wait for long (`writePace`): a write batch then waits first.
 *
 * Every `config.deadLetterPollMs`, dead letters in state `retry` are stored again. Every `config.lastSeenFlushMs`, and after
 * the last write, last-seen times of users are written that transactions left out. Every ten seconds the list of what rules watch
 * is read again (`watchList`); transactions do not read it.
 */
export function createWorker<Table extends StoreName, Details>(
  deps: WorkerDeps,
  config: WorkerConfig,
  definition: StoreDefinition<Table, Details>,
): Worker {
  const { db, redisUrl, metrics: registry, clock, tracing = NO_TRACING } = deps;
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
  const watchList = createWatchList(db, definition.watches ?? [], logger);
  const writer = createPartWriter({ db, definition, config, lookUp, gate, users, watchList, metrics, clock });
  const shards = (): number => state.consumer?.shards() ?? config.shards;
  const pace = createWritePace({
    type: definition.type,
    redisUrl,
    limitMs: config.yieldMs,
    onShare: metrics.setShare,
    logger,
  });
  const { write } = writer;
  const drain = createJobDrain({ definition, config, shards, write, pace, metrics, tracing, logger, clock });
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
    const again = (): Promise<number> => retryDeadLetters({ db, definition, lookUp, watchList, config });
    while (!signal.aborted && gate.unavailableSince() === undefined && (await again()) > 0);
  });
  const userTimes = flushRegularly(users, config.lastSeenFlushMs, () => gate.unavailableSince() !== undefined, logger);

  return {
    start: async () => {
      state.running = true;
      await watchList.start();
      await consumer.start();
      await Promise.all([retries.start(), userTimes.start(), pace.start()]);
      logger.info({ config }, 'worker started');
    },
    stop: async () => {
      state.running = false;
      drain.beginStop();
      await Promise.all([consumer.stop(), retries.stop()]);
      await Promise.all([userTimes.stop(), watchList.stop(), pace.stop()]);
      logger.info('worker stopped');
    },
    checks: [
      { name: `${definition.table}.postgres`, check: () => databaseProblem(db) },
      { name: `${definition.table}.redis`, check: consumer.problem },
      {
        name: `${definition.table}.consumer`,
        check: () => Promise.resolve(consumerProblem(state.running, gate.unavailableSince(), clock())),
      },
    ],
  };
}

function consumerProblem(running: boolean, unavailableSince: number | undefined, nowMs: number): string | undefined {
  if (!running) return 'acquires no jobs: the worker has not started, or is stopping';
  if (unavailableSince === undefined) return undefined;
  return `PostgreSQL unavailable for ${Math.round((nowMs - unavailableSince) / 1_000)} s; jobs are kept until it is back`;
}
