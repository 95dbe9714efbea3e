import type { RedisClient } from './connection/redisClient.js';
import { keys } from './keys.js';

/** Agrees on a secret key for each UTC day. It is stored nowhere else and expires. */
export interface VisitorKeys {
  /**
   * Resolves with the key of a day: the one that Redis has, otherwise `proposed`, which is stored for `ttlMs`. Rejects if
   * Redis does.
   */
  readonly agree: (day: string, proposed: Buffer, ttlMs: number) => Promise<Buffer>;
}

/** Returns the visitor keys in the Redis of `client`. */
export function createVisitorKeys(client: RedisClient): VisitorKeys {
  return {
    agree: async (day, proposed, ttlMs) => {
      const set = await client.set(keys.visitors(day), proposed, 'PX', ttlMs, 'NX');
      if (set !== null) return proposed;
      // The key may have expired in between: then the day is over.
      return (await client.getBuffer(keys.visitors(day))) ?? proposed;
    },
  };
}
