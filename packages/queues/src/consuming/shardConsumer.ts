import { JOB_VERSION, type Chunk, type EventType } from '@sluice/contract';
import { addressOf, recordRequeued, shardKeys, type RedisServer } from '@sluice/redis';
import { Backoff, withTimeout, type Logger } from '@sluice/runtime';
import { batchesIn } from '../jobs/batchesIn.js';
import { parseChunk } from '../jobs/parseChunk.js';
import { parseLabel } from '../jobs/jobLabel.js';
import { RequeueLaterError } from '../requeueLaterError.js';
import type { HandleJob, AcquiredJob } from '../types.js';
import type { ConsumeMetrics } from './consumeMetrics.js';
import type { ByteBudget } from './byteBudget.js';
import type { JobBudget } from '../jobBudget.js';
import { areUsable, connectShard, disconnectShard, type ShardConnections } from '../shardConnections.js';
import { DelayedError, ShardWorker, type Job } from '../bullmqInternals/shardWorker.js';
import { createRepeatedWarn } from './repeatedWarn.js';

/** Back-off after a handler rejects; it starts over after a success in this shard. */
const BACKOFF = { firstMs: 500, maxMs: 10_000 };
/** Delay before a job of a newer format is offered again, so that a newer worker may acquire it. */
const NEWER_BACKOFF_MS = 5_000;
/** How long a read of the readiness check may take, in milliseconds. */
const READ_MS = 1_000;
/** How long a worker may take to close before its connections are closed. */
const CLOSE_MS = 3_000;

/** Settings and dependencies of a queue shard's consumer. Durations in milliseconds. */
export interface ShardConsumerOptions {
  readonly type: EventType;
  readonly shard: number;
  readonly url: string;
  readonly lockMs: number;
  readonly stalledCheckMs: number;
  readonly logger: Logger;
  readonly metrics: ConsumeMetrics;
  /** Both of all shards together. */
  readonly jobBudget: JobBudget;
  readonly byteBudget: ByteBudget;
  readonly handle: HandleJob;
  readonly signal: AbortSignal;
}

interface ActiveJob {
  readonly job: Job<string>;
  readonly token: string;
  readonly settled: Promise<void>;
}

/** Acquires the jobs of one event type in one queue shard and passes them to the handler. */
export class ShardConsumer {
  private readonly connections: ShardConnections;
  private readonly worker: ShardWorker;
  private readonly active = new Map<string, ActiveJob>();
  private readonly logger: Logger;
  private readonly backoff = new Backoff(BACKOFF);
  private started = false;

  constructor(private readonly options: ShardConsumerOptions) {
    const { type, shard, url, jobBudget, lockMs, stalledCheckMs } = options;
    this.logger = options.logger.child({ queue: type, shard });
    this.connections = connectShard({ url, shard, name: `${type}:${shard}`, logger: this.logger });
    const warn = createRepeatedWarn(this.logger);
    // The connections log their own errors, which BullMQ passes on.
    const logged = new WeakSet<Error>();
    const { main, blocking } = this.connections;
    for (const client of [main, blocking]) client.on('error', (error: Error) => logged.add(error));
    this.worker = new ShardWorker(
      {
        type,
        shard,
        connections: this.connections,
        jobBudget,
        lockMs,
        stalledCheckMs,
        onAcquired: (job) => options.byteBudget.acquire(job.data.length),
        onUnfinished: (job, error) => {
          this.count('unfinished');
          warn('job handled but not finished; it may be acquired again', error, () => this.idsOf(job));
        },
        onLocksLost: (jobs) => this.logger.warn({ jobs }, 'locks of jobs lost; other workers may acquire them'),
      },
      (job, token) => this.process(job, token ?? ''),
    );
    this.worker.on('error', (error) => {
      if (!logged.has(error)) warn('worker error', error);
    });
    this.worker.on('stalled', () => this.count('stalled'));
  }

  /** Acquires jobs from now on, as soon as Redis is available and the other shards leave room for one. */
  start(): void {
    this.options.jobBudget.add(this.worker, () => {
      this.started = true;
      this.run();
    });
  }

  private run(): void {
    void this.worker.run().catch((error: unknown) => this.logger.error({ err: error }, 'worker ended unexpectedly'));
  }

  /** The connection to the server of this shard. */
  get client(): RedisServer {
    return this.connections.main;
  }

  pause(): void {
    void this.worker.pause(true);
  }

  resume(): void {
    // BullMQ would start a worker that has not run yet.
    if (this.started) void this.worker.resume();
    else this.worker.unpause();
  }

  isUsable(): boolean {
    return areUsable(this.connections);
  }

  /** Reads the shard. Resolves with why it cannot be read; `undefined` if it can. */
  async problem(): Promise<string | undefined> {
    if (!this.isUsable()) return 'not connected to Redis: check REDIS_QUEUE_URL and that Redis runs';
    try {
      const { shard } = this.options;
      await withTimeout(this.connections.main.exists(shardKeys.counts(shard)), READ_MS);
      return undefined;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const remedy = message.startsWith('MOVED') ? 'write redis+cluster:// in REDIS_QUEUE_URL' : 'see the log of Redis';
      return `Redis at ${addressOf(this.connections.main)} does not serve it (${message}): ${remedy}`;
    }
  }

  /** Resolves when every job acquired so far is handled. */
  async handled(): Promise<void> {
    await Promise.all([...this.active.values()].map(({ settled }) => settled));
  }

  /** Requeues active jobs and closes the connections, in bounded time. */
  async close(): Promise<void> {
    this.options.jobBudget.remove(this.worker);
    const active = [...this.active.values()];
    const closing = Promise.all(
      active.map(({ job, token }) => this.requeue(job, token, 0).catch(() => undefined)),
    ).then(() => this.worker.close(active.length > 0));
    await withTimeout(closing, CLOSE_MS).catch(() => undefined);
    await this.worker.abandon();
    disconnectShard(this.connections);
  }

  private async process(job: Job<string>, token: string): Promise<void> {
    try {
      await this.handle(job, token);
    } finally {
      this.options.byteBudget.release(job.data.length);
    }
  }

  private async handle(job: Job<string>, token: string): Promise<void> {
    const taken = this.read(job);
    if (taken === undefined) {
      this.count('newer');
      return this.requeueAndEnd(job, token, NEWER_BACKOFF_MS);
    }
    const work = this.options.handle(taken, this.options.signal);
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.active.set(taken.id, { job, token, settled });
    try {
      await work;
      this.backoff.reset();
      this.count('handled');
    } catch (error) {
      this.count('rejected');
      await this.requeueAndEnd(job, token, this.options.signal.aborted ? 0 : this.backoffAfter(error));
    } finally {
      this.active.delete(taken.id);
    }
  }

  private backoffAfter(error: unknown): number {
    return error instanceof RequeueLaterError ? error.delayMs : this.backoff.next();
  }

  /** Returns the job as its handler gets it; `undefined` for a job of a newer format. */
  private read(job: Job<string>): AcquiredJob | undefined {
    const label = parseLabel(job.name);
    if (label !== undefined && label.version > JOB_VERSION) return undefined;
    const parse = (): Chunk | undefined => parseChunk(job.data, this.options.type);
    // Every publisher writes a label. Without one, the format can only be read from the text.
    if (label === undefined && (parse()?.version ?? 0) > JOB_VERSION) return undefined;
    return {
      id: job.id ?? '',
      shard: this.options.shard,
      starts: job.attemptsStarted,
      publishedAtMs: job.timestamp,
      events: label?.events ?? 0,
      parse,
      raw: job.data,
    };
  }

  /** Requeues a job and ends its processing. If it cannot be requeued, it is acquired again when its lock expires. */
  private async requeueAndEnd(job: Job<string>, token: string, backoffMs: number): Promise<never> {
    await this.requeue(job, token, backoffMs).catch((error: unknown) => {
      this.logger.warn(
        { ...this.idsOf(job), err: error },
        'job not requeued; it is acquired again when its lock expires',
      );
    });
    throw new DelayedError();
  }

  /** Requeuing takes back the job's start: only starts that ended in a crash or a stall remain counted. */
  private async requeue(job: Job<string>, token: string, backoffMs: number): Promise<void> {
    const { type, shard } = this.options;
    const id = job.id ?? '';
    // A full Redis rejects the note; requeuing matters more.
    await recordRequeued(this.connections.main, { shard, type, id, publishedAtMs: job.timestamp }).catch(
      () => undefined,
    );
    await this.worker.jobs.moveToDelayed(id, Date.now(), backoffMs, token, {
      skipAttempt: true,
      fieldsToUpdate: { ats: job.attemptsStarted - 1 },
    });
  }

  /** The ids of a job and of its batches, for lines about it. */
  private idsOf(job: Job<string>): { readonly job: string | undefined; readonly batches: readonly string[] } {
    return { job: job.id, batches: batchesIn(parseChunk(job.data, this.options.type)) };
  }

  private count(end: 'handled' | 'rejected' | 'newer' | 'unfinished' | 'stalled'): void {
    this.options.metrics.jobs.inc({ type: this.options.type, end });
  }
}
