import type { RedisClient } from '../connection/redisClient.js';
import { shardKeys } from './shardKeys.js';

/** The most queue shards that any process can be configured with. */
const MAX_SHARDS = 1_024;

/** Numbers of the queue shards that events were ever published to in this Redis, ascending. One round trip per server. */
export async function findShards(client: RedisClient): Promise<readonly number[]> {
  const shards = Array.from({ length: MAX_SHARDS }, (_, shard) => shard);
  // Not one pipeline: the shards of a cluster are on several servers.
  const exists = await Promise.all(shards.map((shard) => client.exists(shardKeys.counts(shard))));
  return shards.filter((shard) => exists[shard] === 1);
}
