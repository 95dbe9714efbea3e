import { QueueKeys, RedisConnection, Worker, type Job, type JobJson, type Processor } from 'bullmq';
import type { EventType } from '@sluice/contract';
import { shardCounts, shardKeys } from '@sluice/redis';
import { ShardBackend } from './shardBackend.js';
import type { ShardConnections } from '../shardConnections.js';

/** Pause in milliseconds after Redis rejected the fetch of a job: a full Redis rejects at once, thousands of times a second. */
const REFUSED_PAUSE_MS = 500;

export { DelayedError, type Job } from 'bullmq';

/** Settings of a queue shard's worker. Durations in milliseconds. */
export interface ShardWorkerOptions {
  readonly type: EventType;
  readonly shard: number;
  readonly connections: ShardConnections;
  readonly concurrency: number;
  /** How long the jobs of a dead worker stay locked; a running worker renews its locks in time. */
  readonly lockMs: number;
  readonly stalledCheckMs: number;
  /** Called for each job as soon as it is acquired. BullMQ acquires up to `concurrency` jobs before it processes the first. */
  readonly onAcquired: (job: Job<string>) => void;
  /** Called for a job that was processed but could not be finished; it is acquired again after its lock expires. */
  readonly onUnfinished: (job: Job<string>, error: Error) => void;
}

type ShardJob = Job<string, void>;

/**
 * BullMQ's worker for the queue of one event type in one shard. It leaves a job's data as text. No job fails in
 * BullMQ's sense: it is finished, requeued by its processor, or acquired again when its lock expires.
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
      // The drain counts starts itself and quarantines a job that kills its workers.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      drainDelay: 5,
      runRetryDelay: REFUSED_PAUSE_MS,
      removeOnComplete: { count: 0 },
    };
    super(type, processor, options, () => shardBackend(shardOptions, options));
  }

  /** The backend, to requeue a job from outside its processor. */
  get jobs(): ShardBackend {
    return this.backend;
  }

  /** Stops renewing locks. BullMQ's own `close` does not get that far while Redis does not answer. */
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
      // The wake-up marker is needed by a worker that still acquires jobs: set it again.
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
  // The version check asks once; if that answer is lost, the worker never starts.
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
