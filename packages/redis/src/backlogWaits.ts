import { PROMPT_TYPES } from '@sluice/contract';
import type { RedisClient } from './connection/redisClient.js';
import { keys } from './keys.js';

/** How long events of each of `PROMPT_TYPES` wait to be stored, in milliseconds, as the backlog monitor estimates it. */
export type BacklogWaits = Readonly<Record<(typeof PROMPT_TYPES)[number], number>>;

/** Publishes to the workers of spans and replays how long exceptions and logs wait. Expires: without a monitor, no worker yields. */
export interface BacklogWaitsStore {
  readonly write: (waits: BacklogWaits, ttlMs: number) => Promise<void>;
  /** Resolves with the waits that were published last; `undefined` if none were, or they expired. */
  readonly read: () => Promise<BacklogWaits | undefined>;
}

/** Returns the waits in the Redis of `client`: the one with the queues. */
export function createBacklogWaits(client: RedisClient): BacklogWaitsStore {
  return {
    write: async (waits, ttlMs) => {
      await client.set(keys.backlogWaits, JSON.stringify(waits), 'PX', ttlMs);
    },
    read: async () => asWaits(JSON.parse((await client.get(keys.backlogWaits)) ?? 'null')),
  };
}

/** A monitor of another version may write something else: then there are no waits. */
function asWaits(value: unknown): BacklogWaits | undefined {
  const waits = value as Partial<BacklogWaits> | null;
  return PROMPT_TYPES.every((type) => typeof waits?.[type] === 'number') ? (waits as BacklogWaits) : undefined;
}
