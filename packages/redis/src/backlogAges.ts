import { PROMPT_TYPES } from '@sluice/contract';
import type { RedisClient } from './connection/redisClient.js';
import { keys } from './keys.js';

/** A type whose age the backlog monitor publishes. */
type PromptType = (typeof PROMPT_TYPES)[number];

/** Ages of the oldest jobs, as the backlog monitor read them. */
export interface BacklogAges {
  /** When they were read, milliseconds since 1970. */
  readonly atMs: number;
  /** Age of the oldest job, waiting or active, of each of `PROMPT_TYPES`, in milliseconds; 0 without one. */
  readonly ages: Readonly<Record<PromptType, number>>;
}

/** Tells the workers of spans and replays how long exceptions and logs wait. Expires: without a monitor, nobody yields. */
export interface BacklogAgesStore {
  readonly write: (read: BacklogAges, ttlMs: number) => Promise<void>;
  /** Resolves with the latest ages; `undefined` if there are none. */
  readonly read: () => Promise<BacklogAges | undefined>;
}

/** Returns the ages in the Redis of `client`: the one with the queues. */
export function createBacklogAges(client: RedisClient): BacklogAgesStore {
  return {
    write: async (read, ttlMs) => {
      await client.set(keys.backlogAges, JSON.stringify(read), 'PX', ttlMs);
    },
    read: async () => {
      const text = await client.get(keys.backlogAges);
      return text === null ? undefined : asAges(JSON.parse(text));
    },
  };
}

/** A monitor of another version may write something else: then there are no ages. */
function asAges(value: unknown): BacklogAges | undefined {
  const { atMs, ages } = value as Partial<BacklogAges>;
  const isComplete = [atMs, ...PROMPT_TYPES.map((type) => ages?.[type])].every((ms) => typeof ms === 'number');
  return isComplete ? (value as BacklogAges) : undefined;
}
