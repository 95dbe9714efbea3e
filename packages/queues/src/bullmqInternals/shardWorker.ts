import { QueueKeys, RedisConnection, Worker, type Job, type JobJson, type Processor } from 'bullmq';
import type { EventType } from '@sluice/contract';
import { shardCounts, shardKeys } from '@sluice/redis';
import { ShardBackend } from './shardBackend.js';
import type { ShardConnections } from '../consuming/shardConnections.js';

/** Pause after Redis refused to hand out a job, in milliseconds: a full Redis refuses at once, thousands of times a second. */
const REFUSED_PAUSE_MS = 500;

/** What a shard's worker is made of. Durations in milliseconds. */
export interface ShardWorkerOptions {
  readonly type: EventType;
  readonly shard: number;
  readonly connections: ShardConnections;
  readonly concurrency: number;
  /** How long a worker that died keeps its jobs; a living one renews its locks in time. */
  readonly lockMs: number;
  readonly stalledCheckMs: number;
  /** Hears of each job at once, long before its processor: BullMQ takes as many as it may before it begins the first. */
  readonly onAcquired: (job: Job<string>) => void;
  /** Hears that a job was done and could not be finished: it comes again. */
  readonly onUnfinished: (job: Job<string>, error: Error) => void;
}

type ShardJob = Job<string, void>;

/**
 * BullMQ's worker for the queue of one type in one shard. A job's data stays the text it is stored as. No job of it ever
 * fails in BullMQ's sense: it is finished, it is put back by its processor, or it comes again when its lock expires.
 */
export class ShardWorker extends Worker<string, void, string, ShardBackend> {
  constructor(
    private readonly shardOptions: ShardWorkerOptions,
    processor: Processor<string, void>,
  ) {
    const { type, concurrency, lockMs, stalledCheckMs } = shardOptions;
    const options = {
      connection: shardOptions.connections.main,
      prefix: shardKeys.prefix(shardOptions.shard),
      autorun: false,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      // Our own count of starts decides what becomes of a job that kills its workers.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      drainDelay: 5,
      runRetryDelay: REFUSED_PAUSE_MS,
      removeOnComplete: { count: 0 },
    };
    super(type, processor, options, () => shardBackend(shardOptions, options));
  }

  /** The backend, to put a job back without going through its processor. */
  get jobs(): ShardBackend {
    return this.backend;
  }

  /** Stops renewing locks, which BullMQ's own close never comes to while Redis does not answer. */
  abandon(): Promise<void> {
    return this.lockManager.close();
  }

  protected override createJob(data: JobJson, jobId: string): ShardJob {
    const job = super.createJob({ ...data, data: '""' }, jobId);
    job.data = data.data;
    this.shardOptions.onAcquired(job);
    return job;
  }

  protected override async moveToActive(token: string, name?: string): Promise<ShardJob> {
    if (this.paused || this.closing) {
      // The wake-up was meant for a worker that takes jobs: pass it on.
      await this.shardOptions.connections.main.zadd(this.toKey('marker'), 0, '0').catch(() => undefined);
      return undefined as unknown as ShardJob;
    }
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await this.delay(REFUSED_PAUSE_MS);
      throw error;
    }
  }

  protected override async handleFailed(...args: Parameters<Worker<string, void>['handleFailed']>): Promise<ShardJob> {
    const [error, job] = args;
    if (error.name === 'DelayedError') return await super.handleFailed(...args);
    this.shardOptions.onUnfinished(job, error);
    return undefined as unknown as ShardJob;
  }
}

function shardBackend(
  { type, shard, connections }: ShardWorkerOptions,
  options: { prefix: string; connection: unknown },
): ShardBackend {
  const { main, blocking } = connections;
  const keys = new QueueKeys(options.prefix);
  // The version check would ask once and, if that one answer is lost, leave the worker dead for ever.
  const own = { shared: false, skipVersionCheck: true };
  return new ShardBackend(
    {
      client: main,
      counts: shardKeys.counts(shard),
      field: shardCounts.finished(type),
      requeued: shardKeys.requeued(shard, type),
    },
    new RedisConnection(main, { ...own, blocking: false }),
    type,
    keys.getKeys(type),
    (key) => keys.toKey(type, key),
    options as ConstructorParameters<typeof ShardBackend>[5],
    new RedisConnection(blocking, { ...own, blocking: true }),
  );
}
