import { createFairSemaphore, SemaphoreBusyError, type Logger } from '@sluice/runtime';
import { DamagedIndexError, type SourceMapIndex } from '../codec/read/sourceMapIndex.js';
import type { AnswerCache } from './answerCache.js';
import type { StoredMap } from './lookUpStoredMaps.js';
import type { DamageAlarm } from './damageAlarm.js';
import type { UnresolvedReason } from './frameResolver.js';
import type { HeadCache } from './headCache.js';
import type { Located } from './locatePositions.js';
import type { PlannedFile } from './planStacks.js';
import { BlobGoneError, type RangeCache } from './rangeCache.js';
import type { ResolverConfig } from './resolverConfig.js';
import type { ResolverMetrics } from './resolverMetrics.js';
import type { StoredMaps } from './storedMaps.js';
import type { LocateOptions } from './locateOptions.js';

/** Result of the lookups in a file's map, or the reason why there is none. */
export type LocatedFile = ReadonlyMap<string, Located | null> | UnresolvedReason;

/** Looks up a file's positions in the map stored for it. Never rejects. */
export type FileLocator = (
  file: PlannedFile,
  map: StoredMap | undefined,
  options: LocateOptions,
) => Promise<LocatedFile>;

interface LocatorDeps {
  readonly maps: StoredMaps;
  readonly heads: HeadCache;
  readonly answers: AnswerCache;
  readonly ranges: RangeCache;
  readonly alarm: DamageAlarm;
  readonly counts: ResolverMetrics;
  readonly logger: Logger;
}

/**
 * All positions of a file are looked up in one index, so a result never mixes maps:
 *
 * | problem                                 | reaction                                                                 |
 * |-----------------------------------------|--------------------------------------------------------------------------|
 * | its blob is gone                        | the row is read again, once, and everything restarts with its index      |
 * | gone again, and the row names the same  | lost: alarm, `bad_map`                                                   |
 * | gone again, of another index            | replaced faster than it can be read: `unavailable`                       |
 * | damaged                                 | alarm, `bad_map`; nothing that was read is cached                        |
 * | written by another version              | `unavailable`: it is being rebuilt                                       |
 * | the store fails, or too many wait       | counted, `unavailable`                                                   |
 * | the time of the call is over            | work for it stops, `unavailable`; not logged                             |
 */
export function createFileLocator(
  deps: LocatorDeps,
  config: Pick<ResolverConfig, 'parallelFiles' | 'waitingFiles'>,
): FileLocator {
  // A file takes milliseconds, and its caller gives up in time, so no permit is reserved for newcomers.
  const semaphore = createFairSemaphore({
    capacity: config.parallelFiles,
    reserve: 0,
    queue: config.waitingFiles,
  });
  const health = createHealth(deps.logger);
  return async (file, map, options) => {
    if (map === undefined) return 'no_map';
    try {
      const work = (): Promise<LocatedFile> => locate(deps, { file, map, options });
      const located = await semaphore.run(map.organizationId ?? map.projectId, work, { signal: options.signal });
      health.works();
      return located;
    } catch (err) {
      if (options.signal?.aborted === true && err === options.signal.reason) return 'unavailable';
      deps.counts.failures.inc();
      // Too many concurrent lookups are not a problem of the store.
      if (!(err instanceof SemaphoreBusyError)) health.fails(err);
      return 'unavailable';
    }
  };
}

/** Logs one line when reads begin to fail and one when they succeed again. */
function createHealth(logger: Logger) {
  let isFailing = false;
  return {
    works: (): void => {
      if (isFailing) logger.info('source maps can be read again');
      isFailing = false;
    },
    fails: (err: unknown): void => {
      if (!isFailing) logger.error({ err }, 'source maps cannot be read');
      isFailing = true;
    },
  };
}

interface Task {
  readonly file: PlannedFile;
  readonly map: StoredMap;
  readonly options: LocateOptions;
}

async function locate(deps: LocatorDeps, { file, map, options }: Task): Promise<LocatedFile> {
  const first = await locateIn(deps, { file, map, options });
  if (first !== 'gone') return first;
  const now = await deps.maps.findNow(file.requested);
  if (now === undefined) return 'no_map';
  const second = await locateIn(deps, { file, map: now, options });
  if (second !== 'gone') return second;
  if (now.indexId !== map.indexId) return 'unavailable';
  deps.alarm(now, 'its blob is not in the store');
  return 'bad_map';
}

async function locateIn(deps: LocatorDeps, { file, map, options }: Task): Promise<LocatedFile | 'gone'> {
  if (map.head === 'other_format') return 'unavailable';
  const blob = { projectId: map.projectId, blobId: map.indexId };
  const reader = deps.ranges.readerOf(blob);
  try {
    const index = await openIndex(deps.heads, map);
    if (index.isMalformed) return 'bad_map';
    return await deps.answers.locate({ id: map.indexId, opened: index }, file.positions, options, reader.read);
  } catch (error) {
    if (error instanceof BlobGoneError) return 'gone';
    if (!(error instanceof DamagedIndexError)) throw error;
    reader.forget();
    deps.alarm(map, error.message);
    return 'bad_map';
  }
}

function openIndex(
  heads: HeadCache,
  { projectId, indexId, head }: StoredMap,
): SourceMapIndex | Promise<SourceMapIndex> {
  if (head === 'damaged' || head === 'other_format') throw new DamagedIndexError('its head does not open');
  return head === 'elsewhere' ? heads.load({ projectId, blobId: indexId }) : head;
}
