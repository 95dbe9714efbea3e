import type { EventType } from '@sluice/contract';
import type { RedisClient } from '../connection/redisClient.js';
import { defineScript, runScript } from '../script.js';
import { shardCounts, shardKeys } from './shardKeys.js';

/** Snapshot of a queue: one event type in one queue shard. */
export interface ShardDepth {
  /** Events ever published and ever finished in this Redis. */
  readonly published: number;
  readonly finished: number;
  /** Jobs waiting, active or delayed. */
  readonly jobs: number;
  /** Ids of jobs, the oldest among them. */
  readonly jobIds: readonly string[];
}

const SCRIPT = defineScript('shard-depth', 5);

/**
 * Job ids per list, from its old end. More than one, because the jobs of a dead worker return to the list of waiting jobs
 * in no order. Enough for all active jobs, and for the delayed ones that are next.
 */
const NAMED_JOBS = 1_000;

/** Reads a snapshot of a queue, also from a full Redis. */
export async function readShardDepth(client: RedisClient, shard: number, type: EventType): Promise<ShardDepth> {
  const lists = ['wait', 'active', 'delayed'].map((list) => shardKeys.job(shard, type, list));
  const fields = [shardCounts.published(type), shardCounts.finished(type)];
  const keys = [shardKeys.counts(shard), ...lists, shardKeys.requeued(shard, type)];
  const reply = await runScript(client, SCRIPT, keys, [...fields, NAMED_JOBS]);
  const [published, finished, jobs, jobIds] = reply as [number, number, number, string[]];
  return { published, finished, jobs, jobIds };
}
