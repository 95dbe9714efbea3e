import type { Redis } from 'ioredis';
import { shardKeys } from './shardKeys.js';

/** The most queue shards that any process can be configured with. */
const MAX_SHARDS = 1_024;

/** Numbers of the queue shards that events were ever published to in this Redis, ascending. One round trip. */
export async function findShards(client: Redis): Promise<readonly number[]> {
  const pipeline = client.pipeline();
  for (let shard = 0; shard < MAX_SHARDS; shard += 1) pipeline.exists(shardKeys.counts(shard));
  const replies = (await pipeline.exec()) ?? [];
  return replies.flatMap(([error, exists], shard) => {
    if (error !== null) throw error;
    return exists === 1 ? [shard] : [];
  });
}
