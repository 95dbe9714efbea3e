import type { Located } from './locatePositions.js';

/** Bytes of a result besides its texts: its objects and its cache entry. */
const OVERHEAD = 800;

/** A result that references no source text, and an upper bound of its memory in bytes. */
export interface CachedAnswer {
  readonly located: Located | null;
  readonly weight: number;
}

/**
 * Returns a result that can be cached under a key. The text of a call site is a slice that would keep a whole piece of
 * the source in memory, so it is copied. The weight counts two bytes per character.
 */
export function toCachedAnswer(key: string, located: Located | null): CachedAnswer {
  const weight = OVERHEAD + 2 * key.length;
  if (located === null) return { located, weight };
  const { mapped, scope, enclosing, callSite } = located;
  const kept: Located = {
    ...located,
    context: null,
    callSite: { ...callSite, text: copyOf(callSite.text) },
  };
  const texts = [mapped.source, mapped.name, scope, callSite.name, callSite.text, enclosing?.own, enclosing?.nearest];
  return { located: kept, weight: texts.reduce((sum, one) => sum + 2 * (one?.length ?? 0), weight) };
}

/** Copies the characters, including unpaired surrogates, into a string that references no other. */
const copyOf = <T extends string | null | undefined>(text: T): T =>
  (typeof text === 'string' ? Buffer.from(text, 'utf16le').toString('utf16le') : text) as T;
