import type { Redis } from 'ioredis';
import { keys } from './keys.js';

/** Whether the monitor lives, and for how many seconds spans and replays are held off; `undefined`: they are not. */
export interface BacklogState {
  readonly monitorAlive: boolean;
  readonly holdOffSeconds: number | undefined;
}

/**
 * The word of the backlog monitor to the gateways. Both keys expire: a dead monitor stops refusing after the flag's
 * TTL, and is seen dead after the heartbeat's.
 */
export interface BacklogFlag {
  /** Refuse spans and replays from now on, for at most `ttlMs` unless raised again. */
  readonly raise: (backlog: { readonly holdOffSeconds: number }, ttlMs: number) => Promise<void>;
  readonly lower: () => Promise<void>;
  /** Says that the monitor lives, for `ttlMs`. */
  readonly heartbeat: (ttlMs: number) => Promise<void>;
  readonly read: () => Promise<BacklogState>;
}

/** The backlog flag behind `client`. */
export function createBacklogFlag(client: Redis): BacklogFlag {
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
