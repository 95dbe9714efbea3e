import { QueueKeys, RedisConnection, Worker, type Job, type JobJson, type Processor } from 'bullmq';
import type { EventType } from '@sluice/contract';
import { shardCounts, shardKeys } from '@sluice/redis';
import { ShardBackend } from './shardBackend.js';
import type { JobBudget, JobHolder } from '../jobBudget.js';
import type { ShardConnections } from '../shardConnections.js';

/** Pause in milliseconds after Redis rejected the fetch of a job: a full Redis rejects at once, thousands of times a second. */
const REFUSED_PAUSE_MS = 500;

export { DelayedError, type Job } from 'bullmq';

/** Settings of a queue shard's worker. Durations in milliseconds. */
export interface ShardWorkerOptions {
  readonly type: EventType;
  readonly shard: number;
  readonly connections: ShardConnections;
  /** Of all queue shards of the consumer together. */
  readonly jobBudget: JobBudget;
  /** How long the jobs of a dead worker stay locked; a running worker renews its locks in time. */
  readonly lockMs: number;
  readonly stalledCheckMs: number;
  /** Called for each job as soon as it is acquired. BullMQ acquires as many as it may before it processes the first. */
  readonly onAcquired: (job: Job<string>) => void;
  /** Called for a job that was processed but could not be finished; it is acquired again after its lock expires. */
  readonly onUnfinished: (job: Job<string>, error: Error) => void;
  /** Called once for each job whose lock expired, or was deleted, before it ended: another worker may acquire it. */
  readonly onLocksLost: (jobIds: readonly string[]) => void;
}

type ShardJob = Job<string, void>;

/** Private members of BullMQ's worker. `conformance.test.ts` checks how its main loop uses them. */
interface MainLoop {
  /** Jobs that are being fetched, processed or finished; `null` while the loop does not run. */
  readonly mainLoopQueue: { readonly numTotal: () => number; readonly add: (ended: Promise<void>) => void } | null;
}

/**
 * BullMQ's worker for the queue of one event type in one shard. It leaves a job's data as text. No job fails in
 * BullMQ's sense: it is finished, requeued by its processor, or acquired again when its lock expires. It has as many jobs at the
 * same time as the budget permits, which BullMQ asks whenever it might fetch one.
 */
export class ShardWorker extends Worker<string, void, string, ShardBackend> implements JobHolder {
  /** See {@link JobHolder}. */
  wants = false;

  /** Tokens of active jobs whose lock is lost. */
  private readonly lost = new Set<string>();

  constructor(
    private readonly shardOptions: ShardWorkerOptions,
    processor: Processor<string, void>,
  ) {
    const { type, jobBudget, lockMs, stalledCheckMs } = shardOptions;
    const options = {
      connection: shardOptions.connections.main,
      prefix: shardKeys.prefix(shardOptions.shard),
      autorun: false,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      // The drain counts starts itself and quarantines a job that kills its workers.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      drainDelay: 5,
      runRetryDelay: REFUSED_PAUSE_MS,
      removeOnComplete: { count: 0 },
    };
    super(type, processor, options, () => shardBackend(shardOptions, options));
    Object.defineProperty(this, '_concurrency', { get: () => jobBudget.limitOf(this) });
  }

  get held(): number {
    return this.loop?.numTotal() ?? 0;
  }

  /** Ends the wait of the main loop for one of its own jobs. */
  wake(): void {
    this.loop?.add(Promise.resolve());
  }

  private get loop(): MainLoop['mainLoopQueue'] {
    return (this as unknown as MainLoop).mainLoopQueue;
  }

  /** The backend, to requeue a job from outside its processor. */
  get jobs(): ShardBackend {
    return this.backend;
  }

  /** Stops renewing locks. BullMQ's own `close` does not get that far while Redis does not answer. */
  abandon(): Promise<void> {
    return this.lockManager.close();
  }

  /** Undoes a pause of a worker that has not run yet, without running it. */
  unpause(): void {
    this.paused = false;
  }

  /** Processes a job. Resolves with the one that replaces it, if any. */
  override async processJob(...args: Parameters<Worker<string, void>['processJob']>): Promise<ShardJob> {
    const next = (await super.processJob(...args)) as ShardJob | undefined;
    this.lost.delete(args[1]);
    // The job counts until the main loop has seen its end.
    if (next === undefined) setImmediate(this.shardOptions.jobBudget.released);
    return next as ShardJob;
  }

  /** Reports each lost lock once; BullMQ would report it again at every renewal until the job ends. */
  override async extendJobLocks(...args: Parameters<Worker<string, void>['extendJobLocks']>): Promise<string[]> {
    const [ids, tokens] = args;
    const failed = await super.extendJobLocks(...args);
    const lost = failed.filter((id) => {
      const token = tokens[ids.indexOf(id)] ?? '';
      return !this.lost.has(token) && this.lost.add(token);
    });
    if (lost.length > 0) this.shardOptions.onLocksLost(lost);
    return [];
  }

  protected override async nextJobFromJobData(
    ...args: Parameters<Worker<string, void>['nextJobFromJobData']>
  ): Promise<ShardJob> {
    const next = (await super.nextJobFromJobData(...args)) as ShardJob | undefined;
    this.wants = next !== undefined;
    return next as ShardJob;
  }

  protected override createJob(data: JobJson, jobId: string): ShardJob {
    const job = super.createJob({ ...data, data: '""' }, jobId);
    job.data = data.data;
    this.shardOptions.onAcquired(job);
    return job;
  }

  protected override async moveToActive(token: string, name?: string): Promise<ShardJob> {
    this.wants = false;
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
