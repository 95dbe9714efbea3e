import { DEFAULT_NAME_CAPS, type NameCaps, type PartitionInterval } from '@sluice/db';
import { oneOf, wholeNumber, type EnvReader } from '@sluice/runtime';

/** Settings of a worker. The same for every event type; each process has its own. */
export interface WorkerConfig {
  /** `LANES`: lanes that jobs are spread over. Must be the gateways' number, or lanes stay unread. */
  readonly lanes: number;
  /** `WORKER_JOBS`: jobs held at once; unset: 128, of replays 64. Fewer starve large writes. */
  readonly jobs: number | undefined;
  /**
   * `WORKER_HELD_BYTES`: bytes of job data at which a type's worker takes no more. A job is 512 KB at most, or one part,
   * however large; one more may come on top. A held job costs a few times its bytes in memory.
   */
  readonly heldBytes: number;
  /** `WORKER_MIN_ROWS`: a write begins at so many rows. Smaller costs throughput, larger latency under light load. */
  readonly minRows: number;
  /** `WORKER_MAX_ROWS`: rows of one transaction at most. Larger holds receipts' locks longer. */
  readonly maxRows: number;
  /** `WORKER_MAX_BYTES`: bytes of one transaction at most. Bounds memory together with {@link transactions}. */
  readonly maxBytes: number;
  /** `WORKER_WAIT_MS`: milliseconds that the first event of a write waits for company, where there is any: a quiet queue is written at once. */
  readonly waitMs: number;
  /** `WORKER_TRANSACTIONS`: transactions in flight. Each takes a connection; below 2 the database idles between two. */
  readonly transactions: number;
  /**
   * `WORKER_PREPARE_MS`: milliseconds that a load waits for what is looked up before its transaction; then it is stored
   * without. Of exceptions: how long a source map store that does not answer delays them.
   */
  readonly prepareMs: number;
  /** `WORKER_MAX_STARTS`: starts of a job after which it is taken for what kills workers, and dead-lettered. */
  readonly maxStarts: number;
  /** `RECEIPT_HOURS`: an older part is dead-lettered as expired. Receipts must be kept longer than this. */
  readonly receiptHours: number;
  /** `PARTITION_INTERVAL`: what a partition made on demand covers. The same in every process. */
  readonly partitionInterval: PartitionInterval;
  /** `WORKER_BACKOFF_MS`: first wait while the database is away; doubled each time. */
  readonly backoffMs: number;
  /** `WORKER_BACKOFF_MAX_MS`: longest such wait: how late a recovery may be noticed. */
  readonly backoffMaxMs: number;
  /** `WORKER_RETRY_MS`: milliseconds between looks for dead letters to be stored again. */
  readonly retryMs: number;
  /** `WORKER_USERS_MS`: milliseconds that users' last-seen times may wait to be written; what a kill loses of them. */
  readonly usersMs: number;
  /** `WORKER_USERS`: users whose times may wait at once; those of further ones are written with their events. */
  readonly users: number;
  /**
   * `NEW_ENVIRONMENTS_PER_HOUR`, `NEW_RELEASES_PER_HOUR`, `NEW_ISSUES_PER_HOUR`, `NEW_METRICS_PER_HOUR`, `NEW_USERS_PER_HOUR`:
   * new names that a project may add in a UTC hour. Events above are stored as they came, and counted under `(other)`. The
   * same in every worker.
   */
  readonly newNames: NameCaps;
}

/** What a worker runs with unless told otherwise. */
export const DEFAULT_WORKER_CONFIG: WorkerConfig = {
  lanes: 1,
  jobs: undefined,
  heldBytes: 64 * 1_048_576,
  minRows: 3_000,
  maxRows: 5_000,
  maxBytes: 8 * 1_048_576,
  waitMs: 500,
  transactions: 2,
  prepareMs: 500,
  maxStarts: 5,
  receiptHours: 72,
  partitionInterval: 'day',
  backoffMs: 250,
  backoffMaxMs: 5_000,
  retryMs: 5_000,
  usersMs: 30_000,
  users: 10_000,
  newNames: DEFAULT_NAME_CAPS,
};

/** Reads a worker's settings; problems are collected by `env`. @param defaults what holds where nothing is set */
export function readWorkerConfig(env: EnvReader, defaults: WorkerConfig = DEFAULT_WORKER_CONFIG): WorkerConfig {
  const number = (name: string, fallback: number, min: number, max: number): number =>
    env.get(name, fallback, wholeNumber(min, max));
  const cap = (name: string, fallback: number): number => number(name, fallback, 1, 1_000_000_000);
  return {
    lanes: number('LANES', defaults.lanes, 1, 1_024),
    jobs: env.get<number | undefined>('WORKER_JOBS', defaults.jobs, wholeNumber(1, 10_000)),
    heldBytes: number('WORKER_HELD_BYTES', defaults.heldBytes, 1, 1_073_741_824),
    minRows: number('WORKER_MIN_ROWS', defaults.minRows, 1, 100_000),
    maxRows: number('WORKER_MAX_ROWS', defaults.maxRows, 1, 100_000),
    maxBytes: number('WORKER_MAX_BYTES', defaults.maxBytes, 1, 1_073_741_824),
    waitMs: number('WORKER_WAIT_MS', defaults.waitMs, 0, 60_000),
    transactions: number('WORKER_TRANSACTIONS', defaults.transactions, 1, 64),
    prepareMs: number('WORKER_PREPARE_MS', defaults.prepareMs, 1, 10_000),
    maxStarts: number('WORKER_MAX_STARTS', defaults.maxStarts, 2, 1_000),
    receiptHours: number('RECEIPT_HOURS', defaults.receiptHours, 1, 8_760),
    partitionInterval: env.get('PARTITION_INTERVAL', defaults.partitionInterval, oneOf('hour', 'day')),
    backoffMs: number('WORKER_BACKOFF_MS', defaults.backoffMs, 1, 60_000),
    backoffMaxMs: number('WORKER_BACKOFF_MAX_MS', defaults.backoffMaxMs, 1, 600_000),
    retryMs: number('WORKER_RETRY_MS', defaults.retryMs, 10, 3_600_000),
    usersMs: number('WORKER_USERS_MS', defaults.usersMs, 10, 60_000),
    users: number('WORKER_USERS', defaults.users, 0, 1_000_000),
    newNames: {
      environment: cap('NEW_ENVIRONMENTS_PER_HOUR', defaults.newNames.environment),
      release: cap('NEW_RELEASES_PER_HOUR', defaults.newNames.release),
      issue: cap('NEW_ISSUES_PER_HOUR', defaults.newNames.issue),
      metric: cap('NEW_METRICS_PER_HOUR', defaults.newNames.metric),
      user: cap('NEW_USERS_PER_HOUR', defaults.newNames.user),
    },
  };
}
