import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventType, Part } from '@sluice/contract';
import type { EventTableName } from '@sluice/db';
import type { AcquiredJob } from '@sluice/queues';
import type { Clock, Logger } from '@sluice/runtime';
import type { WorkerConfig } from './config.js';
import { heldJobs, type StoreDefinition } from './definition.js';
import type { DrainMetrics } from './drainMetrics.js';
import { createGatherer, type GatherLimits } from './gatherer.js';
import type { LoadWriter } from './loadWriter.js';
import { preparePart, prepareUnreadable, type Condemned, type PreparedPart } from './preparePart.js';
import { readJob } from './readJob.js';
import { createSuspects, treatmentOf, type Treatment } from './suspects.js';

/** Turns jobs into loads. */
export interface JobDrain {
  /** Resolves once everything of the job is durable; rejects where it must be taken again. */
  readonly take: (job: AcquiredJob) => Promise<void>;
  /** A stop is near: nothing waits for company, and what waits for the database is given up. */
  readonly hurry: () => void;
}

/** What a drain works with. */
export interface JobDrainDeps<Table extends EventTableName> {
  readonly definition: StoreDefinition<Table>;
  readonly config: WorkerConfig;
  readonly write: LoadWriter<Table>['write'];
  readonly metrics: DrainMetrics;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** A job that waits for company: as text, which costs the collector nothing, until its write begins. */
interface Piece {
  readonly job: AcquiredJob;
  readonly rows: number;
  readonly bytes: number;
}

const POISON: Condemned = {
  reason: 'poison',
  sqlstate: null,
  message: 'its job was started too often and never finished',
};

/** Step 2 of `createWorker`: reads a job, makes its rows, and gathers it or drains it by itself. */
export function createJobDrain<Table extends EventTableName>(deps: JobDrainDeps<Table>): JobDrain {
  const { definition, config, write, metrics, logger, clock } = deps;
  const stopping = new AbortController();
  const suspects = createSuspects();
  const gatherer = createGatherer<Piece>(gatherLimits(config, heldJobs(config, definition)), async (pieces) => {
    const prepared: PreparedPart<Table>[] = [];
    for (const { job } of pieces) {
      prepared.push(...prepareJob(job));
      await nextTurn();
    }
    await write(prepared, stopping.signal);
    for (const { usage } of prepared) metrics.observeLag(clock() - usage.arrivalMs);
  });
  const prepare = (part: Part, condemned?: Condemned): PreparedPart<Table> => preparePart(definition, part, condemned);

  const drainAlone = async (parts: readonly Part[], treatment: Treatment): Promise<void> => {
    stopping.signal.throwIfAborted();
    if (treatment === 'alone')
      return write(
        parts.map((part) => prepare(part)),
        stopping.signal,
      );
    const condemned = treatment === 'condemn' ? POISON : undefined;
    for (const part of treatment === 'backwards' ? parts.toReversed() : parts) {
      await write([prepare(part, condemned)], stopping.signal);
    }
  };

  const prepareJob = (job: AcquiredJob): readonly PreparedPart<Table>[] => {
    const { parts, asBytes } = takeApart(definition.type, job, logger);
    return [...asBytes, ...parts.map((part) => prepare(part))];
  };

  const drainJob = async (job: AcquiredJob): Promise<void> => {
    const treatment = treatmentOf(job.starts, config.maxStarts);
    if (treatment === 'gather') return gatherer.add({ job, rows: job.events, bytes: job.raw.length });
    const { parts, asBytes } = takeApart(definition.type, job, logger);
    await suspects.run(treatment, async () => {
      logger.warn({ job: job.id, starts: job.starts, treatment }, 'job was started before: drained by itself');
      if (asBytes.length > 0) await write(asBytes, stopping.signal);
      await drainAlone(parts, treatment);
    });
    for (const part of parts) metrics.observeLag(clock() - part.arrival);
  };

  return {
    hurry: () => {
      stopping.abort();
      gatherer.hurry();
    },
    take: async (job) => {
      metrics.holdJobs(1);
      try {
        await drainJob(job);
      } finally {
        metrics.holdJobs(-1);
      }
    },
  };
}

/** A job's parts, and what nobody can read of it, prepared as bytes. */
function takeApart(
  type: EventType,
  job: AcquiredJob,
  logger: Logger,
): { readonly parts: readonly Part[]; readonly asBytes: readonly PreparedPart<never>[] } {
  const { parts, unreadable } = readJob(job);
  if (unreadable.length > 0) logger.error({ job: job.id, pieces: unreadable.length }, 'unreadable job dead-lettered');
  return { parts, asBytes: unreadable.map((piece) => prepareUnreadable(type, piece)) };
}

/**
 * Two writes of half of the held jobs each may be under way at once: of one shard's, as all that comes may be of one project, and a
 * shard that holds its share hands out no more.
 */
const gatherLimits = (config: WorkerConfig, held: number): GatherLimits => ({
  ...config,
  enoughPieces: Math.max(1, Math.ceil(Math.floor(held / config.shards) / 2)),
  maxWaitMs: config.lingerMs,
  writers: config.transactions,
});
