import type { EventType } from '@sluice/contract';
import type { Redis } from 'ioredis';
import { defineScript, runScript } from '../script.js';
import { shardCounts, shardKeys } from './shardKeys.js';

/** What a shard's queue of one type holds at one moment. */
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
 * Of each list, from its old end. More than one of those waiting: the jobs of a worker that died come back there, in no
 * order. Workers hold few jobs; of the delayed ones, those that are next.
 */
const NAMED_JOBS = 1_000;

/** Reads a snapshot of a queue; works on a Redis that is full, too. */
export async function readShardDepth(client: Redis, shard: number, type: EventType): Promise<ShardDepth> {
  const lists = ['wait', 'active', 'delayed'].map((list) => shardKeys.job(shard, type, list));
  const fields = [shardCounts.published(type), shardCounts.finished(type)];
  const keys = [shardKeys.counts(shard), ...lists, shardKeys.requeued(shard, type)];
  const reply = await runScript(client, SCRIPT, keys, [...fields, NAMED_JOBS]);
  const [published, finished, jobs, jobIds] = reply as [number, number, number, string[]];
  return { published, finished, jobs, jobIds };
}
