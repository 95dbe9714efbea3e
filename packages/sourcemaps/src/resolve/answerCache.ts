import { createLru } from '@sluice/runtime';
import type { ReadRanges, SourceMapIndex } from '../codec/read/sourceMapIndex.js';
import { keptAnswer, type KeptAnswer } from './keptAnswer.js';
import { locatePositions, type FramePosition, type Located } from './locatePositions.js';
import type { ResolverMetrics } from './resolverMetrics.js';
import type { Wanted } from './wanted.js';

/** What maps said before, kept in memory up to a bound. An index never changes, so what is kept is never stale. */
export interface AnswerCache {
  /** What an index says of positions, by their keys; only of those that were not asked before is anything read. */
  readonly locate: (
    index: { readonly id: string; readonly opened: SourceMapIndex },
    positions: ReadonlyMap<string, FramePosition>,
    options: Wanted,
    read: ReadRanges,
  ) => Promise<ReadonlyMap<string, Located | null>>;
  readonly clear: () => void;
  /** Bytes of all that is kept, at most. */
  readonly weight: () => number;
}

/**
 * A cache of answers without source lines, in at most so many bytes: the same faults come again and again, and looking for the name of a function
 * costs forty times what finding its position does. With source lines an answer is too large to be worth it.
 */
export function createAnswerCache(bytes: number, { cache }: Pick<ResolverMetrics, 'cache'>): AnswerCache {
  const known = createLru<KeptAnswer>(bytes);
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
        const kept = keptAnswer(keyOf(key), located);
        known.set(keyOf(key), kept, kept.weight);
        answers.set(key, located);
      }
      return answers;
    },
    clear: known.clear,
    weight: known.weight,
  };
}

async function locateAll(
  index: SourceMapIndex,
  positions: ReadonlyMap<string, FramePosition>,
  options: Wanted,
  read: ReadRanges,
): Promise<ReadonlyMap<string, Located | null>> {
  const located = await locatePositions(index, [...positions.values()], options, read);
  return new Map([...positions.keys()].map((key, at) => [key, located[at] ?? null]));
}
