import type { ProjectedProject } from '@sluice/contract';
import type { RedisClient } from '../connection/redisClient.js';
import { keys } from '../keys.js';
import { defineScript, runScript } from '../script.js';
import { changesSince } from './changesSince.js';
import type { KeyLookup, ProjectedKey, Projection } from './types.js';

const PUT_KEYS = defineScript('putKeys', 2);

/** Approximate number of changes kept; a gateway that missed more reads everything again. */
const CHANGES_KEPT = 10_000;

/** Keys of one call: short enough not to be felt by the hot path. */
const KEYS_PER_CALL = 100;

/** The settings projection in the Redis behind `client`. */
export function createProjection(client: RedisClient): Projection {
  return {
    put: async (key, version, project) => (await putKeys(client, [{ key, version, project }])) === 1,
    putAll: async (entries) => {
      let written = 0;
      for (let at = 0; at < entries.length; at += KEYS_PER_CALL) {
        written += await putKeys(client, entries.slice(at, at + KEYS_PER_CALL));
      }
      return written;
    },
    lookUp: (key) => lookUp(client, key),
    markComplete: async (ttlMs) => {
      await client.set(keys.settingsComplete, '1', 'PX', ttlMs);
    },
    isComplete: async () => (await client.exists(keys.settingsComplete)) === 1,
    markFollowed: async (ttlMs) => {
      await client.set(keys.settingsFollowed, '1', 'PX', ttlMs);
    },
    isFollowed: async () => (await client.exists(keys.settingsFollowed)) === 1,
    changesSince: (cursor) => changesSince(client, cursor),
  };
}

/**
 * Removes the projection: its versions may be higher than those of a database that was restored, and would win. Housekeeping writes
 * it again, and gateways read everything anew.
 */
export async function clearProjection(client: RedisClient): Promise<void> {
  await client.del(keys.settings, keys.settingsComplete, keys.settingsChanges);
}

async function putKeys(client: RedisClient, entries: readonly ProjectedKey[]): Promise<number> {
  const triples = entries.flatMap(({ key, version, project }) => {
    if (!Number.isSafeInteger(version) || version < 0) throw new RangeError(`${version} is no version`);
    return [key, version, project === null ? '' : JSON.stringify(project)];
  });
  return Number(await runScript(client, PUT_KEYS, [keys.settings, keys.settingsChanges], [CHANGES_KEPT, ...triples]));
}

/**
 * Completeness is read before the key: a key that is written between the two is found, and one that is absent was
 * absent while the projection was complete.
 */
async function lookUp(client: RedisClient, key: string): Promise<KeyLookup> {
  const [complete, state] = await Promise.all([client.exists(keys.settingsComplete), client.hget(keys.settings, key)]);
  if (state === null) return { state: 'absent', complete: complete === 1 };
  const blank = state.indexOf(' ');
  const project = state.slice(blank + 1);
  if (project === '') return { state: 'disabled' };
  return { state: 'found', project: JSON.parse(project) as ProjectedProject, version: Number(state.slice(0, blank)) };
}
