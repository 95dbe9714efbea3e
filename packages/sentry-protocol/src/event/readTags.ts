import { jsonTextOf, pairsOf } from '../values/read.js';

/** The tag that is the context `replay.id`. */
export const REPLAY_TAG = 'replayId';

/** Returns the tags of an object or of a list of pairs, values as text, for spreading into an event; empty without tags. */
export function readTags(given: unknown): { readonly tags?: Readonly<Record<string, string>> } {
  const tags: Record<string, string> = {};
  for (const [name, value] of pairsOf(given)) {
    const text = name === REPLAY_TAG ? undefined : jsonTextOf(value);
    if (text !== undefined) tags[name] = text;
  }
  return Object.keys(tags).length === 0 ? {} : { tags };
}
