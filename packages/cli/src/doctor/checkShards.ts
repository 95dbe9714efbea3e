import { EVENT_TYPES } from '@sluice/contract';
import { findShards, isKnownNumber, readPlacement, readShardDepth, shardsInUse, type RedisClient } from '@sluice/redis';
import { plural } from '../output/words.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Whether `QUEUE_SHARDS` is the number of queue shards that is recorded in Redis. @param shards as {@link checkShards} */
export async function checkRecordedShards(client: RedisClient, shards: number): Promise<readonly Finding[]> {
  const placement = await readPlacement(client);
  if (placement === undefined) return [warn('recorded shards', 'none yet', 'Start a gateway: it records QUEUE_SHARDS')];
  const recorded = placement.shards;
  if (recorded === shards) return [ok('recorded shards', `${recorded}, as QUEUE_SHARDS`)];
  const remedy = `Set QUEUE_SHARDS=${recorded} for every process; to change the number, use sluice shards set`;
  if (isKnownNumber(placement, shards)) {
    return [
      warn('recorded shards', `${recorded}; QUEUE_SHARDS=${shards} is an earlier number, which is ignored`, remedy),
    ];
  }
  const message = `${recorded}, but QUEUE_SHARDS=${shards}: a process with this value refuses to start`;
  return [fail('recorded shards', message, remedy)];
}

/**
 * Whether events wait in queue shards that no worker drains, because Redis lost the record of a change.
 * @param shards the value that `sluice doctor` was given, which counts while no number is recorded
 */
export async function checkShards(client: RedisClient, shards: number): Promise<readonly Finding[]> {
  const placement = await readPlacement(client);
  const drained = placement === undefined ? shards : shardsInUse(placement);
  const beyond = (await findShards(client)).filter((shard) => shard >= drained);
  const waiting = await Promise.all(beyond.map(async (shard) => ({ shard, events: await eventsIn(client, shard) })));
  const full = waiting.filter(({ events }) => events > 0);
  if (full.length === 0) return [ok('queue shards', 'no events wait in shards that no worker drains')];
  const events = full.reduce((sum, shard) => sum + shard.events, 0);
  const numbers = full.map(({ shard }) => shard);
  return [
    fail(
      'queue shards',
      `${plural(events, 'event')} in ${plural(full.length, 'shard')} that no worker drains: ${numbers.join(', ')}`,
      `Run sluice shards set ${Math.max(...numbers) + 1}, so that workers drain them, then set the number that you want`,
    ),
  ];
}

async function eventsIn(client: RedisClient, shard: number): Promise<number> {
  const depths = await Promise.all(EVENT_TYPES.map((type) => readShardDepth(client, shard, type)));
  return depths.reduce((sum, { published, finished }) => sum + Math.max(0, published - finished), 0);
}
