import { createLru } from '@sluice/runtime';
import type { ReadRanges, SourceMapIndex } from '../codec/read/sourceMapIndex.js';
import { toCachedAnswer, type CachedAnswer } from './cachedAnswer.js';
import { locatePositions, type FramePosition, type Located } from './locatePositions.js';
import type { ResolverMetrics } from './resolverMetrics.js';
import type { LocateOptions } from './locateOptions.js';

/** A bounded cache of what maps say about positions. An index never changes, so entries are never stale. */
export interface AnswerCache {
  /** Locates positions in an index, by their keys. Reads only for positions that are not cached. */
  readonly locate: (
    index: { readonly id: string; readonly opened: SourceMapIndex },
    positions: ReadonlyMap<string, FramePosition>,
    options: LocateOptions,
    read: ReadRanges,
  ) => Promise<ReadonlyMap<string, Located | null>>;
  readonly clear: () => void;
  /** Upper bound of the memory in use, in bytes. */
  readonly weight: () => number;
}

/**
 * Creates a cache of results without source lines, of at most `bytes`: the same faults occur again and again. With source
 * lines a result is too large to be worth caching.
 */
export function createAnswerCache(bytes: number, { cache }: Pick<ResolverMetrics, 'cache'>): AnswerCache {
  const known = createLru<CachedAnswer>(bytes);
  return {
    locate: async (index, positions, options, read) => {
      if (options.context) return locateAll(index.opened, positions, options, read);
      const keyOf = (key: string): string => `${index.id}:${options.functions ? 'f' : 'p'}:${key}`;
      const answers = new Map<string, Located | null>();
      const missing = new Map<string, FramePosition>();
      for (const [key, position] of positions) {
        const before = known.get(keyOf(key));
        if (before === undefined) missing.set(key, position);
        else answers.set(key, before.located);
      }
      cache.inc({ cache: 'answer', result: 'hit' }, answers.size);
      cache.inc({ cache: 'answer', result: 'miss' }, missing.size);
      if (missing.size === 0) return answers;
      for (const [key, located] of await locateAll(index.opened, missing, options, read)) {
        const kept = toCachedAnswer(keyOf(key), located);
        known.set(keyOf(key), kept, { size: kept.weight });
        answers.set(key, located);
      }
      return answers;
    },
    clear: () => known.clear(),
    weight: () => known.calculatedSize,
  };
}

async function locateAll(
  index: SourceMapIndex,
  positions: ReadonlyMap<string, FramePosition>,
  options: LocateOptions,
  read: ReadRanges,
): Promise<ReadonlyMap<string, Located | null>> {
  const located = await locatePositions(index, [...positions.values()], options, read);
  return new Map([...positions.keys()].map((key, at) => [key, located[at] ?? null]));
}
