import type { RedisClient } from '../connection/redisClient.js';
import { keys } from '../keys.js';
import type { KeyChanges } from './types.js';

/** The cursor of a reader that found no change list. */
const NOTHING_YET = '';

/**
 * Returns the names of keys that changed after `cursor`, each once. The cursor is the id of the last change seen, and that change
 * must still be in the list: if it is not, the list was trimmed beyond it, lost or rewound, and the response is `all`.
 *
 * | cursor | list | answer |
 * |---|---|---|
 * | none yet | any | `all` |
 * | "nothing yet" | still empty | no keys |
 * | "nothing yet" | has changes | `all` |
 * | an id that is in the list | – | the keys after it |
 * | an id that is not | – | `all` |
 */
export async function changesSince(client: RedisClient, cursor: string | undefined): Promise<KeyChanges> {
  if (cursor === undefined) return { cursor: await lastChange(client), keys: 'all' };
  if (cursor === NOTHING_YET) {
    const last = await lastChange(client);
    return { cursor: last, keys: last === NOTHING_YET ? [] : 'all' };
  }
  const [seen, ...changes] = await client.xrange(keys.settingsChanges, cursor, '+');
  if (seen?.[0] !== cursor) return { cursor: await lastChange(client), keys: 'all' };
  return { cursor: changes.at(-1)?.[0] ?? cursor, keys: [...new Set(changes.map(([, fields]) => fields[1] ?? ''))] };
}

/** Read before the states: a concurrent write is a change after this cursor, and at worst seen twice. */
async function lastChange(client: RedisClient): Promise<string> {
  const [last] = await client.xrevrange(keys.settingsChanges, '+', '-', 'COUNT', 1);
  return last?.[0] ?? NOTHING_YET;
}
