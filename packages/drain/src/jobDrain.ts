import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HOUR_MS, type EventType, type Part } from '@sluice/contract';
import { batchesIn, type AcquiredJob } from '@sluice/queues';
import type { Clock, Logger, Tracing } from '@sluice/runtime';
import type { WorkerConfig } from './config.js';
import { maxActiveJobs, type StoreDefinition, type StoreName } from './definition.js';
import type { DrainMetrics } from './drainMetrics.js';
import { createBatcher, type BatcherLimits } from './batcher.js';
import type { PartWriter } from './partWriter.js';
import { preparePart, unreadablePart, type DeadLetterCause, type PreparedPart } from './preparePart.js';
import { readJob } from './readJob.js';
import { createPartSpans } from './partSpans.js';
import { createPoisonCandidates, drainModeFor, type DrainMode } from './poisonCandidates.js';
import type { WritePace } from './writePace.js';

/** Stores the events of jobs. */
export interface JobDrain {
  /** Resolves when everything in the job is committed; rejects if the job must be requeued. */
  readonly handle: (job: AcquiredJob) => Promise<void>;
  /** Flushes without linger from now on, and aborts waits for the database. */
  readonly beginStop: () => void;
}

/** Dependencies of a drain. */
export interface JobDrainDeps<Table extends StoreName, Details> {
  readonly definition: StoreDefinition<Table, Details>;
  readonly config: WorkerConfig;
  /** Number of queue shards that are consumed now; default the configured one. */
  readonly shards?: () => number;
  readonly write: PartWriter<Table, Details>['write'];
  readonly pace: Pick<WritePace, 'run'>;
  readonly metrics: DrainMetrics;
  readonly tracing: Tracing;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** A job that waits for others to be stored with it: as text, which costs the collector nothing, until its write begins. */
interface PendingJob {
  readonly job: AcquiredJob;
  readonly rows: number;
  readonly bytes: number;
  /** When it was acquired, milliseconds since 1970. */
  readonly acquiredMs: number;
}

const POISON: DeadLetterCause = {
  reason: 'poison',
  sqlstate: null,
  message: 'its job was started too often and never finished',
};

/** Step 2 of `createWorker`: reads a job, and batches it with others or drains it alone. */
export function createJobDrain<Table extends StoreName, Details>(deps: JobDrainDeps<Table, Details>): JobDrain {
  const { definition, config, write, pace, metrics, tracing, logger, clock } = deps;
  const maxAgeMs = config.maxEventAgeHours * HOUR_MS;
  const stopping = new AbortController();
  // Each transaction that waits for the database listens; Node warns of a leak at more than ten.
  setMaxListeners(0, stopping.signal);
  const candidates = createPoisonCandidates();
  const limits = batcherLimits(config, maxActiveJobs(config, definition), deps.shards ?? (() => config.shards));
  const batcher = createBatcher<PendingJob>(limits, (items) => pace.run(() => writeJobs(items), stopping.signal));
  const writeJobs = async (items: readonly PendingJob[]): Promise<void> => {
    const prepared: PreparedPart<Table, Details>[] = [];
    const ids: ReturnType<typeof idsOf>[] = [];
    const spans = createPartSpans(tracing, definition.type);
    for (const { job, acquiredMs } of items) {
      const { parts, asBytes } = readParts(definition.type, job, logger);
      if (logger.isLevelEnabled('debug')) ids.push(idsOf(job, parts));
      spans.begin(parts, acquiredMs);
      prepared.push(...asBytes, ...parts.map((part) => prepare(part)));
      await nextTurn();
    }
    await spans.around(() => write(prepared, stopping.signal));
    for (const one of ids) logger.debug(one, 'job stored');
    for (const { usage } of prepared) metrics.observeLag(clock() - usage.arrivalMs, usage.count);
  };
  const prepare = (part: Part, cause?: DeadLetterCause): PreparedPart<Table, Details> =>
    preparePart(definition, part, { cause, maxAgeMs });

  const drainAlone = async (parts: readonly Part[], mode: DrainMode): Promise<void> => {
    stopping.signal.throwIfAborted();
    if (mode === 'alone')
      return write(
        parts.map((part) => prepare(part)),
        stopping.signal,
      );
    const cause = mode === 'quarantine' ? POISON : undefined;
    for (const part of mode === 'backwards' ? parts.toReversed() : parts) {
      await write([prepare(part, cause)], stopping.signal);
    }
  };

  const drainJob = async (job: AcquiredJob): Promise<void> => {
    const mode = drainModeFor(job.starts, config.maxStarts);
    if (mode === 'batch') return batcher.add({ job, rows: job.events, bytes: job.raw.length, acquiredMs: clock() });
    const { parts, asBytes } = readParts(definition.type, job, logger);
    await candidates.run(mode, async () => {
      logger.warn({ ...idsOf(job, parts), starts: job.starts, mode }, 'job was started before; draining it alone');
      if (asBytes.length > 0) await write(asBytes, stopping.signal);
      await drainAlone(parts, mode);
    });
    for (const part of parts) metrics.observeLag(clock() - part.arrival, part.events.length);
  };

  return {
    beginStop: () => {
      stopping.abort();
      batcher.flush();
    },
    handle: async (job) => {
      metrics.addActiveJobs(1);
      await drainJob(job).finally(() => metrics.addActiveJobs(-1));
    },
  };
}

/** The ids of a job and of its batches: lines of the gateway name these, too. */
const idsOf = (
  { id, shard }: AcquiredJob,
  parts: readonly Part[],
): { readonly job: string; readonly shard: number; readonly batches: readonly string[] } => ({
  job: id,
  shard,
  batches: batchesIn({ parts }),
});

/** Returns the parts of a job, and a prepared part of bytes for each unreadable entry. */
function readParts(
  type: EventType,
  job: AcquiredJob,
  logger: Logger,
): { readonly parts: readonly Part[]; readonly asBytes: readonly PreparedPart<never, never>[] } {
  const { parts, unreadable } = readJob(job);
  if (unreadable.length > 0) {
    logger.error({ ...idsOf(job, parts), items: unreadable.length }, 'unreadable job dead-lettered');
  }
  return { parts, asBytes: unreadable.map((item) => unreadablePart(type, item)) };
}

/**
 * Flushes at half of the active jobs that one queue shard may have, because all jobs may belong to one project and so to
 * one shard: then two flushes are in progress at once, and neither waits for jobs that the shard does not release. One job is
 * reserved for each of the other shards. The number of shards may change while the worker runs.
 */
const batcherLimits = (config: WorkerConfig, activeJobs: number, shards: () => number): BatcherLimits => ({
  ...config,
  get minItems() {
    return Math.max(1, Math.floor((activeJobs - shards() + 1) / 2));
  },
  lingerMs: config.lingerMs,
  maxFlushes: config.transactions,
});
