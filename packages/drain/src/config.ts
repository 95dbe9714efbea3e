import { HOUR_MS } from '@sluice/contract';
import { DEFAULT_NAME_CAPS } from '@sluice/db';
import {
  bytes,
  defineSettings,
  integer,
  MAX_EVENT_AGE_HOURS,
  milliseconds,
  PARTITION_INTERVAL,
  QUEUE_SHARDS,
  readSettings,
  RECEIPT_HOURS,
  type Setting,
  type SettingsOf,
} from '@sluice/runtime';

/** Settings of a worker. The same for all event types; each process has its own values. */
export type WorkerConfig = SettingsOf<ReturnType<typeof workerSettings>>;

const MB = 1_048_576;

const batchFields = {
  minRows: integer('WORKER_BATCH_MIN_ROWS', {
    default: 3_000,
    min: 1,
    max: 100_000,
    unit: 'rows',
    meaning:
      'Rows at which a write batch is flushed before the linger is over. Fewer cost throughput, more add latency under light load.',
  }),
  maxRows: integer('WORKER_BATCH_MAX_ROWS', {
    default: 5_000,
    min: 1,
    max: 100_000,
    unit: 'rows',
    meaning: 'Maximum number of rows per write batch. More hold the locks of receipts longer.',
  }),
  maxBytes: bytes('WORKER_BATCH_MAX_BYTES', {
    default: 8 * MB,
    min: 1,
    max: 1_024 * MB,
    meaning: 'Maximum size of one write batch. With `WORKER_TRANSACTIONS` it limits memory.',
  }),
  lingerMs: milliseconds('WORKER_LINGER_MS', {
    default: 500,
    min: 0,
    max: 60_000,
    meaning:
      'Maximum time that the first event of a write batch waits for more. A queue without more jobs is written at once.',
  }),
  transactions: integer('WORKER_TRANSACTIONS', {
    default: 2,
    min: 1,
    max: 64,
    unit: 'transactions',
    meaning:
      'Transactions in progress. Each takes a connection. With 1 the database is idle between two write batches.',
  }),
  yieldMs: milliseconds('WORKER_YIELD_MS', {
    default: 2_000,
    min: 0,
    max: HOUR_MS,
    meaning:
      'Wait of exceptions or logs above which the workers of spans and replays yield: they write less, down to a tenth of their time. 0: they never yield.',
  }),
  lookupMs: milliseconds('WORKER_LOOKUP_MS', {
    default: 500,
    min: 1,
    max: 10_000,
    meaning:
      'Maximum time of the lookups before a write batch is stored; then it is stored without their results. For exceptions: how long an unresponsive source map store delays them.',
  }),
};

const failureFields = {
  maxStarts: integer('WORKER_MAX_STARTS', {
    default: 5,
    min: 2,
    max: 1_000,
    unit: 'starts',
    meaning: 'Starts after which a job is dead-lettered, because it is assumed to kill workers.',
  }),
  receiptHours: RECEIPT_HOURS,
  partitionInterval: PARTITION_INTERVAL,
  backoffMs: milliseconds('WORKER_BACKOFF_MS', {
    default: 250,
    min: 1,
    max: 60_000,
    meaning: 'First wait while the database is unavailable; it doubles each time.',
  }),
  backoffMaxMs: milliseconds('WORKER_BACKOFF_MAX_MS', {
    default: 5_000,
    min: 1,
    max: 600_000,
    meaning: 'Maximum wait of this kind: how late a recovery may be noticed.',
  }),
  deadLetterPollMs: milliseconds('WORKER_DEAD_LETTER_POLL_MS', {
    default: 5_000,
    min: 10,
    max: HOUR_MS,
    meaning: 'Time between two polls for dead letters to be retried.',
  }),
};

const lastSeenFields = {
  lastSeenFlushMs: milliseconds('WORKER_LAST_SEEN_FLUSH_MS', {
    default: 30_000,
    min: 10,
    max: 60_000,
    meaning: "Maximum time that users' last-seen times wait to be written. A killed worker loses them.",
  }),
  lastSeenUsers: integer('WORKER_LAST_SEEN_USERS', {
    default: 10_000,
    min: 0,
    max: 1_000_000,
    unit: 'users',
    meaning:
      'Maximum number of users whose last-seen times wait. Those of further users are written with their events.',
  }),
};

const newNames = (env: string, names: string, fallback: number): Setting<number> =>
  integer(env, {
    default: fallback,
    min: 1,
    max: 1_000_000_000,
    unit: 'names per hour',
    meaning: `New ${names} that a project may add in a UTC hour. Events beyond it are stored and counted under \`(other)\`. All workers must use the same number.`,
  });

/** Settings of {@link WorkerConfig}. @param bufferMb default of `WORKER_BUFFER_BYTES`, in MiB */
export const workerSettings = ({ bufferMb }: { readonly bufferMb: number }) =>
  defineSettings({
    shards: QUEUE_SHARDS,
    jobs: integer('WORKER_JOBS', {
      default: undefined,
      min: 1,
      max: 10_000,
      unit: 'jobs',
      meaning:
        'Maximum number of jobs that a worker holds at the same time, of all queue shards together, but at least one of each; if unset 128, for replays 64. Too few prevent large write batches.',
    }),
    bufferBytes: bytes('WORKER_BUFFER_BYTES', {
      default: bufferMb * MB,
      min: 1,
      max: 1_024 * MB,
      meaning:
        'Total size of acquired jobs at which a worker stops acquiring more. The last job may exceed it. A job has 512 KB at most, or one part of any size, and takes a few times its size in memory.',
    }),
    ...batchFields,
    ...failureFields,
    ...lastSeenFields,
    maxEventAgeHours: MAX_EVENT_AGE_HOURS,
    newNames: defineSettings({
      environment: newNames('NEW_ENVIRONMENTS_PER_HOUR', 'environments', DEFAULT_NAME_CAPS.environment),
      release: newNames('NEW_RELEASES_PER_HOUR', 'releases', DEFAULT_NAME_CAPS.release),
      issue: newNames('NEW_ISSUES_PER_HOUR', 'issues', DEFAULT_NAME_CAPS.issue),
      metric: newNames('NEW_METRICS_PER_HOUR', 'metric names', DEFAULT_NAME_CAPS.metric),
      user: newNames('NEW_USERS_PER_HOUR', 'project users', DEFAULT_NAME_CAPS.user),
    }),
  });

/** Settings of a worker in a separate process. */
export const WORKER_SETTINGS = workerSettings({ bufferMb: 64 });

/** The default of every setting. */
export const DEFAULT_WORKER_CONFIG: WorkerConfig = readSettings(WORKER_SETTINGS, {});
