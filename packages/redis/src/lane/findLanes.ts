import type { Redis } from 'ioredis';
import { laneKeys } from './laneKeys.js';

/** The most queue shards that any process can be configured with. */
const MAX_LANES = 1_024;

/** Numbers of the queue shards that events were ever published to in this Redis, ascending. One round trip. */
export async function findLanes(client: Redis): Promise<readonly number[]> {
  const pipeline = client.pipeline();
  for (let lane = 0; lane < MAX_LANES; lane += 1) pipeline.exists(laneKeys.counts(lane));
  const replies = (await pipeline.exec()) ?? [];
  return replies.flatMap(([error, exists], lane) => {
    if (error !== null) throw error;
    return exists === 1 ? [lane] : [];
  });
}
