import { EVENT_TYPES } from '@sluice/contract';
import type { RedisClient } from '../connection/redisClient.js';
import { defineScript, runScript } from '../script.js';
import { findFences, shardsWithJobs } from './findShards.js';
import {
  commitShards,
  firstPlacement,
  narrowPlacement,
  parsePlacement,
  proposeShards,
  proposeSpread,
  shardsInUse,
  type PlacementRecord,
} from './placementRecord.js';
import { readShardDepth } from './readShardDepth.js';
import { shardKeys } from './shardKeys.js';
import { withSpread } from './spread.js';

const COMPARE_SET = defineScript('compare-set', 1);
const FENCE = defineScript('shard-fence', 1);

/** Returns the placement that is recorded in this Redis, or `undefined`. */
export async function readPlacement(client: Pick<RedisClient, 'get'>): Promise<PlacementRecord | undefined> {
  const text = await client.get(shardKeys.placement);
  return text === null ? undefined : parsePlacement(text);
}

/**
 * Returns the recorded placement. If Redis has no record, or lost its last writes and has one of an earlier epoch than `known`,
 * records `known`; without it `shards`, or a greater number if jobs wait in shards beyond it. Of several callers at the same
 * time, one records.
 */
export async function agreeOnPlacement(
  client: RedisClient,
  shards: number,
  known?: PlacementRecord,
): Promise<PlacementRecord> {
  for (;;) {
    const text = (await client.get(shardKeys.placement)) ?? '';
    const found = text === '' ? undefined : parsePlacement(text);
    if (found !== undefined && found.epoch >= (known?.epoch ?? 0)) return found;
    const wanted = known ?? (await placementOf(client, shards));
    if (await replace(client, text, wanted)) return wanted;
  }
}

async function placementOf(client: RedisClient, shards: number): Promise<PlacementRecord> {
  const last = (await shardsWithJobs(client)).at(-1) ?? 0;
  return firstPlacement(Math.max(shards, last + 1), Date.now());
}

/**
 * Changes the number of queue shards, and returns the record after it. The spread of projects stays. If the caller dies on the
 * way, publishers and readers of the depth finish the change.
 */
export async function changeShards(client: RedisClient, shards: number): Promise<PlacementRecord> {
  for (;;) {
    const record = (await finishChange(client)) ?? (await agreeOnPlacement(client, shards));
    if (record.shards === shards) return record;
    await replace(client, JSON.stringify(record), proposeShards(record, shards, Date.now()));
  }
}

/**
 * Changes over how many queue shards the batches of a project spread, and returns the record after it; `undefined` without a
 * record. If the caller dies on the way, publishers and readers of the depth finish the change. @throws SpreadRefusedError
 */
export async function changeSpread(
  client: RedisClient,
  projectId: string,
  over: number,
): Promise<PlacementRecord | undefined> {
  for (;;) {
    const record = await finishChange(client);
    if (record === undefined) return undefined;
    const spread = withSpread(record, projectId, over);
    if ((record.spread?.[projectId] ?? 1) === over) return record;
    await replace(client, JSON.stringify(record), proposeSpread(record, spread, Date.now()));
  }
}

/** Fences and commits a proposed change. Returns the record after it; `undefined` without a record. */
export async function finishChange(client: RedisClient): Promise<PlacementRecord | undefined> {
  for (;;) {
    const text = (await client.get(shardKeys.placement)) ?? '';
    if (text === '') return undefined;
    const record = parsePlacement(text);
    if (record.next === undefined) return record;
    const { epoch } = record.next;
    const fenced = Array.from({ length: shardsInUse(record) }, (_, shard) => shardKeys.fence(shard));
    // Not one pipeline: the shards of a cluster are on several servers.
    await Promise.all(fenced.map((key) => runScript(client, FENCE, [key], [epoch])));
    await replace(client, text, commitShards(record, Date.now()));
  }
}

/**
 * If a fence is ahead of the record, because Redis lost the record of a change and not its fences, proposes the recorded number
 * again with an epoch above the fences: otherwise every publisher would be refused permanently. Every shard that has such a fence or
 * contains jobs counts as in use and is fenced again, because a publisher that knows the lost change may still publish there. If
 * more shards are fenced than are recorded, their number is the lost one, and becomes a past one: batches may have their accept
 * marks where it placed them.
 */
export async function proposeAboveFences(client: RedisClient): Promise<void> {
  const text = (await client.get(shardKeys.placement)) ?? '';
  if (text === '') return;
  const record = parsePlacement(text);
  if (record.next !== undefined) return;
  const ahead = [...(await findFences(client))].filter(([, epoch]) => epoch > record.epoch);
  if (ahead.length === 0) return;
  const fenced = Math.max(...ahead.map(([shard]) => shard)) + 1;
  const last = (await shardsWithJobs(client)).at(-1) ?? 0;
  const nowMs = Date.now();
  const placed = record.spread === undefined ? {} : { spread: record.spread };
  const used = {
    ...record,
    widest: Math.max(record.widest, fenced, last + 1),
    // A change of the number keeps the spread. What a lost change of the spread was is not known.
    past: fenced > record.shards ? [{ ...placed, shards: fenced, endedMs: nowMs }, ...record.past] : record.past,
  };
  const epoch = Math.max(...ahead.map(([, each]) => each)) + 1;
  await replace(client, text, proposeShards(used, record.shards, Math.max(epoch, nowMs)));
}

/**
 * Removes the shards of earlier numbers from the record, if none of them contains a job. They are fenced, so they stay empty.
 * Resolves with the numbers of the shards that contain jobs.
 */
export async function narrowIfDrained(client: RedisClient, record: PlacementRecord): Promise<readonly number[]> {
  const { shards, widest } = record;
  if (record.next !== undefined || widest <= shards) return [];
  const beyond = Array.from({ length: widest - shards }, (_, index) => shards + index);
  const counts = await Promise.all(beyond.map((shard) => jobsIn(client, shard)));
  const full = beyond.filter((_, index) => (counts[index] ?? 0) > 0);
  if (full.length === 0) await replace(client, JSON.stringify(record), narrowPlacement(record));
  return full;
}

async function jobsIn(client: RedisClient, shard: number): Promise<number> {
  const depths = await Promise.all(EVENT_TYPES.map((type) => readShardDepth(client, shard, type)));
  return depths.reduce((sum, { jobs }) => sum + jobs, 0);
}

const replace = async (client: RedisClient, before: string, after: PlacementRecord): Promise<boolean> =>
  (await runScript(client, COMPARE_SET, [shardKeys.placement], [before, JSON.stringify(after)])) === 1;
