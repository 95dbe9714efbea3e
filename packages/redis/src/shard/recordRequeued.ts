import type { EventType } from '@sluice/contract';
import type { RedisClient } from '../connection/redisClient.js';
import { defineScript, runScript } from '../script.js';
import { shardKeys } from './shardKeys.js';

/** A job that is being requeued. */
interface RequeuedJob {
  readonly shard: number;
  readonly type: EventType;
  readonly id: string;
  readonly publishedAtMs: number;
}

const SCRIPT = defineScript('shard-requeue', 2);

/** Records the age of a job that is being requeued, until it is finished. Does nothing for a job that does not exist. */
export async function recordRequeued(
  client: RedisClient,
  { shard, type, id, publishedAtMs }: RequeuedJob,
): Promise<void> {
  const keys = [shardKeys.job(shard, type, id), shardKeys.requeued(shard, type)];
  await runScript(client, SCRIPT, keys, [id, publishedAtMs]);
}
