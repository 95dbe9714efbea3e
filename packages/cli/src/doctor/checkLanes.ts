import { EVENT_TYPES } from '@sluice/contract';
import { findLanes, readLaneDepth, type RedisClient } from '@sluice/redis';
import { plural } from '../output/words.js';
import { fail, ok, type Finding } from './finding.js';

/**
 * Whether events wait in queue shards that `QUEUE_SHARDS` does not cover: gateways with a greater value publish there, and
 * workers with this one never look. @param lanes the value that `sluice doctor` was given
 */
export async function checkLanes(client: RedisClient, lanes: number): Promise<readonly Finding[]> {
  const beyond = (await findLanes(client)).filter((lane) => lane >= lanes);
  const waiting = await Promise.all(beyond.map(async (lane) => ({ lane, events: await eventsIn(client, lane) })));
  const full = waiting.filter(({ events }) => events > 0);
  if (full.length === 0) return [ok('queue shards', `none in use beyond QUEUE_SHARDS=${lanes}`)];
  const events = full.reduce((sum, shard) => sum + shard.events, 0);
  const numbers = full.map(({ lane }) => lane);
  return [
    fail(
      'queue shards',
      `${plural(events, 'event')} in ${plural(full.length, 'shard')} beyond QUEUE_SHARDS=${lanes}: ${numbers.join(', ')}`,
      `Set QUEUE_SHARDS to the same value, at least ${Math.max(...numbers) + 1}, for every process, and restart them`,
    ),
  ];
}

async function eventsIn(client: RedisClient, lane: number): Promise<number> {
  const depths = await Promise.all(EVENT_TYPES.map((type) => readLaneDepth(client, lane, type)));
  return depths.reduce((sum, { published, finished }) => sum + Math.max(0, published - finished), 0);
}
