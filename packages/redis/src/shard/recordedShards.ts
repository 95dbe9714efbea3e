import { EVENT_TYPES } from '@sluice/contract';
import type { RedisClient } from '../connection/redisClient.js';
import { findShards } from './findShards.js';
import { readShardDepth } from './readShardDepth.js';
import { shardKeys } from './shardKeys.js';

/** Returns the number of queue shards that is recorded in this Redis; `undefined` if none is. */
export async function readRecordedShards(client: RedisClient): Promise<number | undefined> {
  const text = await client.get(shardKeys.recorded);
  return text === null ? undefined : Number(text);
}

/** Records a number of queue shards, whatever was recorded before. */
export async function recordShards(client: RedisClient, shards: number): Promise<void> {
  await client.set(shardKeys.recorded, shards);
}

/**
 * Returns the recorded number of queue shards. If none is recorded, records `shards`, or a greater number if jobs wait in
 * shards beyond it. Of several callers at the same time, the first one records.
 */
export async function agreeOnShards(client: RedisClient, shards: number): Promise<number> {
  const known = await readRecordedShards(client);
  if (known !== undefined) return known;
  const used = (await shardsWithJobs(client)).at(-1) ?? 0;
  await client.set(shardKeys.recorded, Math.max(shards, used + 1), 'NX');
  return (await readRecordedShards(client)) ?? shards;
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
