import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventType, Part } from '@sluice/contract';
import type { EventTableName } from '@sluice/db';
import type { AcquiredJob } from '@sluice/queues';
import type { Clock, Logger } from '@sluice/runtime';
import type { WorkerConfig } from './config.js';
import { maxActiveJobs, type StoreDefinition } from './definition.js';
import type { DrainMetrics } from './drainMetrics.js';
import { createBatcher, type BatcherLimits } from './batcher.js';
import type { PartWriter } from './partWriter.js';
import { preparePart, unreadablePart, type DeadLetterCause, type PreparedPart } from './preparePart.js';
import { readJob } from './readJob.js';
import { createPoisonCandidates, drainModeFor, type DrainMode } from './poisonCandidates.js';

/** Turns jobs into loads. */
export interface JobDrain {
  /** Resolves once everything of the job is durable; rejects where it must be taken again. */
  readonly handle: (job: AcquiredJob) => Promise<void>;
  /** A stop is near: nothing waits for company, and what waits for the database is given up. */
  readonly beginStop: () => void;
}

/** What a drain works with. */
export interface JobDrainDeps<Table extends EventTableName, Details> {
  readonly definition: StoreDefinition<Table, Details>;
  readonly config: WorkerConfig;
  readonly write: PartWriter<Table, Details>['write'];
  readonly metrics: DrainMetrics;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** A job that waits for company: as text, which costs the collector nothing, until its write begins. */
interface PendingJob {
  readonly job: AcquiredJob;
  readonly rows: number;
  readonly bytes: number;
}

const POISON: DeadLetterCause = {
  reason: 'poison',
  sqlstate: null,
  message: 'its job was started too often and never finished',
};

/** Step 2 of `createWorker`: reads a job, makes its rows, and gathers it or drains it by itself. */
export function createJobDrain<Table extends EventTableName, Details>(deps: JobDrainDeps<Table, Details>): JobDrain {
  const { definition, config, write, metrics, logger, clock } = deps;
  const stopping = new AbortController();
  const candidates = createPoisonCandidates();
  const batcher = createBatcher<PendingJob>(batcherLimits(config, maxActiveJobs(config, definition)), async (items) => {
    const prepared: PreparedPart<Table, Details>[] = [];
    for (const { job } of items) {
      prepared.push(...prepareJob(job));
      await nextTurn();
    }
    await write(prepared, stopping.signal);
    for (const { usage } of prepared) metrics.observeLag(clock() - usage.arrivalMs);
  });
  const prepare = (part: Part, cause?: DeadLetterCause): PreparedPart<Table, Details> =>
    preparePart(definition, part, cause);

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

  const prepareJob = (job: AcquiredJob): readonly PreparedPart<Table, Details>[] => {
    const { parts, asBytes } = readParts(definition.type, job, logger);
    return [...asBytes, ...parts.map((part) => prepare(part))];
  };

  const drainJob = async (job: AcquiredJob): Promise<void> => {
    const mode = drainModeFor(job.starts, config.maxStarts);
    if (mode === 'batch') return batcher.add({ job, rows: job.events, bytes: job.raw.length });
    const { parts, asBytes } = readParts(definition.type, job, logger);
    await candidates.run(mode, async () => {
      logger.warn({ job: job.id, starts: job.starts, mode }, 'job was started before: drained by itself');
      if (asBytes.length > 0) await write(asBytes, stopping.signal);
      await drainAlone(parts, mode);
    });
    for (const part of parts) metrics.observeLag(clock() - part.arrival);
  };

  return {
    beginStop: () => {
      stopping.abort();
      batcher.flush();
    },
    handle: async (job) => {
      metrics.addActiveJobs(1);
      try {
        await drainJob(job);
      } finally {
        metrics.addActiveJobs(-1);
      }
    },
  };
}

/** A job's parts, and what nobody can read of it, prepared as bytes. */
function readParts(
  type: EventType,
  job: AcquiredJob,
  logger: Logger,
): { readonly parts: readonly Part[]; readonly asBytes: readonly PreparedPart<never, never>[] } {
  const { parts, unreadable } = readJob(job);
  if (unreadable.length > 0) logger.error({ job: job.id, items: unreadable.length }, 'unreadable job dead-lettered');
  return { parts, asBytes: unreadable.map((item) => unreadablePart(type, item)) };
}

/**
 * Two writes of half of the held jobs each may be under way at once: of one shard's, as all that comes may be of one project, and a
 * shard that holds its share hands out no more.
 */
const batcherLimits = (config: WorkerConfig, held: number): BatcherLimits => ({
  ...config,
  minItems: Math.max(1, Math.ceil(Math.floor(held / config.shards) / 2)),
  lingerMs: config.lingerMs,
  maxFlushes: config.transactions,
});
