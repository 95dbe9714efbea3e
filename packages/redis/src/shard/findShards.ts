import { EVENT_TYPES } from '@sluice/contract';
import type { RedisClient } from '../connection/redisClient.js';
import { readShardDepth } from './readShardDepth.js';
import { shardKeys } from './shardKeys.js';

/** The most queue shards that any process can be configured with. */
const MAX_SHARDS = 1_024;

const ALL_SHARDS = Array.from({ length: MAX_SHARDS }, (_, shard) => shard);

/** Numbers of the queue shards that events were ever published to in this Redis, ascending. One round trip per server. */
export async function findShards(client: RedisClient): Promise<readonly number[]> {
  // Not one pipeline: the shards of a cluster are on several servers.
  const exists = await Promise.all(ALL_SHARDS.map((shard) => client.exists(shardKeys.counts(shard))));
  return ALL_SHARDS.filter((shard) => exists[shard] === 1);
}

/** Fences by number of their queue shard, without shards that have none. One round trip per server. */
export async function findFences(client: RedisClient): Promise<ReadonlyMap<number, number>> {
  const fences = await Promise.all(ALL_SHARDS.map((shard) => client.get(shardKeys.fence(shard))));
  return new Map(
    ALL_SHARDS.flatMap((shard) => (typeof fences[shard] === 'string' ? [[shard, Number(fences[shard])] as const] : [])),
  );
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
