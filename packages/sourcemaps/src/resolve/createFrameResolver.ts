import type { Database } from '@sluice/db';
import type { Clock, Logger, Metrics } from '@sluice/runtime';
import type { Frame } from '@sluice/stacktrace';
import { createAnswerCache } from './answerCache.js';
import { createDamageAlarm } from './damageAlarm.js';
import { startDeadline } from './deadline.js';
import { followChanges } from './followChanges.js';
import type { FrameResolver, ResolvedFrame, ResolveOptions } from './frameResolver.js';
import { createHeadCache } from './headCache.js';
import { createFileLocator, type LocatedFile } from './locateFile.js';
import { originalFrame } from './originalFrame.js';
import { createPendingWork } from './pendingWork.js';
import { planStacks, type PlannedFile, type PlannedFrame } from './planStacks.js';
import { createRangeCache, type RangeStore } from './rangeCache.js';
import type { ResolverConfig } from './resolverConfig.js';
import { resolverMetrics, type FrameOutcome, type ResolverMetrics } from './resolverMetrics.js';
import { createStoredMaps } from './storedMaps.js';

/** Dependencies of a resolver. */
export interface ResolverDeps {
  readonly db: Database;
  readonly store: RangeStore;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Longest wait of `stop` for pending work, in milliseconds. */
const STOP_MS = 3_000;

/**
 * Creates a resolver with its own caches. A call groups frames by file, queries what is stored for unknown files,
 * looks up the positions of each file, and assembles the stacks. The first call starts listening for changes by other
 * processes. `stop` resolves when no work is pending, after at most three seconds.
 */
export function createFrameResolver(
  deps: ResolverDeps,
  config: ResolverConfig,
): FrameResolver & { readonly stop: () => Promise<void> } {
  const { db, store, logger, clock } = deps;
  const counts = resolverMetrics(deps.metrics);
  const pending = createPendingWork();
  const heads = createHeadCache(store, config.headCacheBytes);
  const ranges = createRangeCache(store, config, counts);
  const maps = createStoredMaps({ db, heads, clock, counts }, config);
  const changes = followChanges(deps, maps, config);
  const alarm = createDamageAlarm({ db, logger, counts, pending });
  const answers = createAnswerCache(config.answerCacheBytes, counts);
  const locate = createFileLocator({ maps, heads, answers, ranges, alarm, counts, logger }, config);

  const locateAll = async (
    files: readonly PlannedFile[],
    options: ResolveOptions,
  ): Promise<ReadonlyMap<PlannedFile, LocatedFile>> => {
    if (files.length === 0) return new Map();
    const deadline = startDeadline(options.timeoutMs);
    try {
      const finding = pending.add(maps.find(files.map(({ requested }) => requested)));
      const found = await deadline.orElse(finding, undefined);
      const requested = { context: options.context, functions: options.functions, signal: deadline.signal };
      const located = await Promise.all(
        files.map((file, index) =>
          found === undefined
            ? Promise.resolve('unavailable' as const)
            : deadline.orElse(pending.add(locate(file, found[index], requested)), 'unavailable' as const),
        ),
      );
      return new Map(files.map((file, index) => [file, located[index] ?? 'unavailable']));
    } finally {
      deadline.clear();
    }
  };

  return {
    resolve: async (stacks, options) => {
      changes.listen();
      const plan = planStacks(stacks);
      const files = await locateAll(plan.files, options);
      const resolved = stacks.map(({ frames }, index) =>
        resolveStack(frames, plan.stacks[index] ?? [], { files, hasFunctions: options.functions }),
      );
      countFrames(resolved, counts);
      return resolved;
    },
    stop: async () => {
      await changes.stop();
      await pending.settled(STOP_MS);
      for (const cache of [heads, answers, ranges, maps]) cache.clear();
    },
  };
}

interface Found {
  readonly files: ReadonlyMap<PlannedFile, LocatedFile>;
  readonly hasFunctions: boolean;
}

function resolveStack(
  frames: readonly Frame[],
  planned: readonly PlannedFrame[],
  { files, hasFunctions }: Found,
): readonly ResolvedFrame[] {
  const located = planned.map((frame) => outcomeOf(frame, files));
  return frames.map((frame, index): ResolvedFrame => {
    const own = located[index];
    if (own === undefined || typeof own === 'string') return { original: null, unresolved: own ?? 'no_map' };
    const caller = located[index + 1];
    const original = originalFrame(frame, own, typeof caller === 'object' ? caller : undefined, hasFunctions);
    return { original, unresolved: null };
  });
}

function outcomeOf(frame: PlannedFrame, files: Found['files']) {
  if ('unresolved' in frame) return frame.unresolved;
  const file = files.get(frame.file) ?? 'unavailable';
  if (typeof file === 'string') return file;
  return frame.position === undefined ? 'no_position' : (file.get(frame.position) ?? 'outside_map');
}

function countFrames(stacks: readonly (readonly ResolvedFrame[])[], { frames }: ResolverMetrics): void {
  const tally = new Map<FrameOutcome, number>();
  for (const { unresolved } of stacks.flat()) {
    const outcome = unresolved ?? 'resolved';
    tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
  }
  for (const [outcome, count] of tally) frames.inc({ outcome }, count);
}
