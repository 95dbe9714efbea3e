import { QueueKeys, RedisConnection, Worker, type Job, type JobJson, type Processor } from 'bullmq';
import type { EventType } from '@sluice/contract';
import { laneCounts, laneKeys } from '@sluice/redis';
import { LaneBackend } from './laneBackend.js';
import type { LaneConnections } from './laneConnections.js';

/** Pause after Redis refused to hand out a job, in milliseconds: a full Redis refuses at once, thousands of times a second. */
const REFUSED_PAUSE_MS = 500;

/** What a lane's worker is made of. Durations in milliseconds. */
export interface LaneWorkerOptions {
  readonly type: EventType;
  readonly lane: number;
  readonly connections: LaneConnections;
  readonly concurrency: number;
  /** How long a worker that died keeps its jobs; a living one renews its locks in time. */
  readonly lockMs: number;
  readonly stalledCheckMs: number;
  /** Hears of each job at once, long before its processor: BullMQ takes as many as it may before it begins the first. */
  readonly onTaken: (job: Job<string>) => void;
  /** Hears that a job was done and could not be finished: it comes again. */
  readonly onUnfinished: (job: Job<string>, error: Error) => void;
}

type LaneJob = Job<string, void>;

/**
 * BullMQ's worker for the queue of one type in one lane. A job's data stays the text it is stored as. No job of it ever
 * fails in BullMQ's sense: it is finished, it is put back by its processor, or it comes again when its lock expires.
 */
export class LaneWorker extends Worker<string, void, string, LaneBackend> {
  constructor(
    private readonly lane: LaneWorkerOptions,
    processor: Processor<string, void>,
  ) {
    const { type, concurrency, lockMs, stalledCheckMs } = lane;
    const options = {
      connection: lane.connections.main,
      prefix: laneKeys.prefix(lane.lane),
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
    super(type, processor, options, () => laneBackend(lane, options));
  }

  /** The backend, to put a job back without going through its processor. */
  get jobs(): LaneBackend {
    return this.backend;
  }

  /** Stops renewing locks, which BullMQ's own close never comes to while Redis does not answer. */
  abandon(): Promise<void> {
    return this.lockManager.close();
  }

  protected override createJob(data: JobJson, jobId: string): LaneJob {
    const job = super.createJob({ ...data, data: '""' }, jobId);
    job.data = data.data;
    this.lane.onTaken(job);
    return job;
  }

  protected override async moveToActive(token: string, name?: string): Promise<LaneJob> {
    if (this.paused || this.closing) {
      // The wake-up was meant for a worker that takes jobs: pass it on.
      await this.lane.connections.main.zadd(this.toKey('marker'), 0, '0').catch(() => undefined);
      return undefined as unknown as LaneJob;
    }
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await this.delay(REFUSED_PAUSE_MS);
      throw error;
    }
  }

  protected override async handleFailed(...args: Parameters<Worker<string, void>['handleFailed']>): Promise<LaneJob> {
    const [error, job] = args;
    if (error.name === 'DelayedError') return await super.handleFailed(...args);
    this.lane.onUnfinished(job, error);
    return undefined as unknown as LaneJob;
  }
}

function laneBackend(
  { type, lane, connections }: LaneWorkerOptions,
  options: { prefix: string; connection: unknown },
): LaneBackend {
  const { main, blocking } = connections;
  const keys = new QueueKeys(options.prefix);
  // The version check would ask once and, if that one answer is lost, leave the worker dead for ever.
  const own = { shared: false, skipVersionCheck: true };
  return new LaneBackend(
    {
      client: main,
      counts: laneKeys.counts(lane),
      field: laneCounts.finished(type),
      returned: laneKeys.returned(lane, type),
    },
    new RedisConnection(main, { ...own, blocking: false }),
    type,
    keys.getKeys(type),
    (key) => keys.toKey(type, key),
    options as ConstructorParameters<typeof LaneBackend>[5],
    new RedisConnection(blocking, { ...own, blocking: true }),
  );
}
