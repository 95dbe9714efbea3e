import { EVENT_TYPES } from '@sluice/contract';
import { findShards, readRecordedShards, readShardDepth, type RedisClient } from '@sluice/redis';
import { plural } from '../output/words.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Whether `QUEUE_SHARDS` is the number of queue shards that is recorded in Redis. @param shards as {@link checkShards} */
export async function checkRecordedShards(client: RedisClient, shards: number): Promise<readonly Finding[]> {
  const recorded = await readRecordedShards(client);
  if (recorded === undefined) return [warn('recorded shards', 'none yet', 'Start a gateway: it records QUEUE_SHARDS')];
  if (recorded === shards) return [ok('recorded shards', `${recorded}, as QUEUE_SHARDS`)];
  return [
    fail(
      'recorded shards',
      `${recorded}, but QUEUE_SHARDS=${shards}: a process with this value refuses to start`,
      `Set QUEUE_SHARDS=${recorded} for every process; to change the number, use sluice shards set`,
    ),
  ];
}

/**
 * Whether events wait in queue shards that `QUEUE_SHARDS` does not cover: gateways with a greater value publish there, and
 * workers with this one never look. @param shards the value that `sluice doctor` was given
 */
export async function checkShards(client: RedisClient, shards: number): Promise<readonly Finding[]> {
  const beyond = (await findShards(client)).filter((shard) => shard >= shards);
  const waiting = await Promise.all(beyond.map(async (shard) => ({ shard, events: await eventsIn(client, shard) })));
  const full = waiting.filter(({ events }) => events > 0);
  if (full.length === 0) return [ok('queue shards', `none in use beyond QUEUE_SHARDS=${shards}`)];
  const events = full.reduce((sum, shard) => sum + shard.events, 0);
  const numbers = full.map(({ shard }) => shard);
  return [
    fail(
      'queue shards',
      `${plural(events, 'event')} in ${plural(full.length, 'shard')} beyond QUEUE_SHARDS=${shards}: ${numbers.join(', ')}`,
      `Set QUEUE_SHARDS to the same value, at least ${Math.max(...numbers) + 1}, for every process, and restart them`,
    ),
  ];
}

async function eventsIn(client: RedisClient, shard: number): Promise<number> {
  const depths = await Promise.all(EVENT_TYPES.map((type) => readShardDepth(client, shard, type)));
  return depths.reduce((sum, { published, finished }) => sum + Math.max(0, published - finished), 0);
}
