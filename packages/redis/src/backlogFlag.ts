import type { RedisClient } from './connection/redisClient.js';
import { keys } from './keys.js';

/** Whether the backlog monitor runs, and the hold-off of spans and replays in seconds; `undefined` if they are not refused. */
export interface BacklogState {
  readonly monitorAlive: boolean;
  readonly holdOffSeconds: number | undefined;
}

/**
 * Signals to gateways whether to refuse spans and replays. Both keys expire: without a monitor, refusing stops after the time to
 * live of the flag, and gateways notice the missing monitor after that of the heartbeat.
 */
export interface BacklogFlag {
  /** Sets the flag for `ttlMs`. @throws RangeError if the hold-off is not a positive integer */
  readonly raise: (backlog: { readonly holdOffSeconds: number }, ttlMs: number) => Promise<void>;
  readonly lower: () => Promise<void>;
  /** Renews the heartbeat for `ttlMs`. */
  readonly heartbeat: (ttlMs: number) => Promise<void>;
  readonly read: () => Promise<BacklogState>;
}

/** Returns the backlog flag in the Redis of `client`. */
export function createBacklogFlag(client: RedisClient): BacklogFlag {
  return {
    raise: async ({ holdOffSeconds }, ttlMs) => {
      if (!Number.isInteger(holdOffSeconds) || holdOffSeconds < 1) {
        throw new RangeError(`hold-off of ${holdOffSeconds} is not a whole number of seconds`);
      }
      await client.set(keys.backlogFlag, holdOffSeconds, 'PX', ttlMs);
    },
    lower: async () => {
      await client.del(keys.backlogFlag);
    },
    heartbeat: async (ttlMs) => {
      await client.set(keys.backlogHeartbeat, '1', 'PX', ttlMs);
    },
    read: async () => {
      const [heartbeat, flag] = await client.mget(keys.backlogHeartbeat, keys.backlogFlag);
      return {
        monitorAlive: typeof heartbeat === 'string',
        holdOffSeconds: typeof flag === 'string' ? Number(flag) : undefined,
      };
    },
  };
}
