import { changeSpread, shardCounts, shardKeys, type RedisClient } from '@sluice/redis';
import { waitFor } from '@sluice/testkit';
import { shardOf } from '../shardOf.js';
import type { PublishedBatch } from './publishLoad.js';
import type { Queues } from './startQueues.js';

/** The only project of the queues that {@link spreadUnderLoad} uses. */
export const SPREAD_PROJECT = '0';

/** Number of queue shards of those queues. */
export const SPREAD_SHARDS = 8;

const LOAD_MS = 30_000;

/** What a load did while the spread of its project changed. */
interface SpreadRun {
  readonly ends: readonly PublishedBatch[];
  /** After each change: the shards that got events of the project, ascending. */
  readonly used: readonly (readonly number[])[];
}

/** Publishes batches of one project while it spreads over as many shards as `steps` says, one after another. */
export async function spreadUnderLoad(
  queues: Queues,
  client: RedisClient,
  steps: readonly number[],
): Promise<SpreadRun> {
  const handledMore = async (count: number): Promise<void> => {
    const before = queues.handled.size;
    await waitFor(() => queues.handled.size > before + count, { what: 'load', timeoutMs: LOAD_MS });
  };
  const published = async (): Promise<readonly number[]> => {
    const field = shardCounts.published('span');
    const shards = Array.from({ length: SPREAD_SHARDS }, (_, shard) => shard);
    return Promise.all(shards.map(async (shard) => Number(await client.hget(shardKeys.counts(shard), field))));
  };
  const load = queues.load(8);
  await handledMore(50);
  const used: (readonly number[])[] = [];
  for (const over of steps) {
    await changeSpread(client, SPREAD_PROJECT, over);
    // From here on, the fences refuse what does not know the change.
    const before = await published();
    await handledMore(200);
    const after = await published();
    used.push([...after.keys()].filter((shard) => after[shard] !== before[shard]));
  }
  await load.stop();
  return { ends: load.ends, used };
}

/** The shards that a project uses which spreads over `over` of them, ascending. */
export const spreadShards = (over: number): readonly number[] =>
  Array.from({ length: over }, (_, index) => (shardOf(SPREAD_PROJECT, SPREAD_SHARDS) + index) % SPREAD_SHARDS).sort(
    (a, b) => a - b,
  );
