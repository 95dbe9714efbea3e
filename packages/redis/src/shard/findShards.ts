import { EVENT_TYPES } from '@sluice/contract';
import type { RedisClient } from '../connection/redisClient.js';
import { readShardDepth } from './readShardDepth.js';
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

/** Numbers of the queue shards in which jobs wait, ascending. */
export async function shardsWithJobs(client: RedisClient): Promise<readonly number[]> {
  const shards = await findShards(client);
  const waiting = await Promise.all(
    shards.map(async (shard) => {
      const depths = await Promise.all(EVENT_TYPES.map((type) => readShardDepth(client, shard, type)));
      return depths.some(({ jobs }) => jobs > 0);
    }),
  );
  return shards.filter((_, index) => waiting[index] === true);
}
