import type { Located } from './locatePositions.js';

/** Bytes of an answer beside its texts: objects, and its place in the cache. */
const OVERHEAD = 800;

/** An answer that keeps nothing alive but itself, and the bytes of memory that it takes at most. */
export interface KeptAnswer {
  readonly located: Located | null;
  readonly weight: number;
}

/**
 * Makes an answer to be kept under a key. What is cut out of a source would keep the whole piece of the source in memory:
 * such texts are copied. Two bytes are reckoned for each character.
 */
export function keptAnswer(key: string, located: Located | null): KeptAnswer {
  const weight = OVERHEAD + 2 * key.length;
  if (located === null) return { located, weight };
  const { mapped, scope, enclosing, callSite } = located;
  const kept: Located = {
    ...located,
    context: null,
    callSite: { ...callSite, text: copyOf(callSite.text) },
  };
  const texts = [
    ...[mapped.source, mapped.name, scope, callSite.name, callSite.text],
    ...[enclosing?.own, enclosing?.nearest],
  ];
  return { located: kept, weight: texts.reduce((sum, one) => sum + 2 * (one?.length ?? 0), weight) };
}

/** The same characters, half pairs too, in memory of their own. */
const copyOf = <T extends string | null | undefined>(text: T): T =>
  (typeof text === 'string' ? Buffer.from(text, 'utf16le').toString('utf16le') : text) as T;
