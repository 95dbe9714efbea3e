import { HOUR_MS } from '@sluice/contract';
import { spreadOf, type PlacementRecord } from '@sluice/redis';
import type { PublishBatch } from './types.js';

/** What decides about the queue shard of a batch, besides the placement. */
type PlacedBatch = Pick<PublishBatch, 'projectId' | 'hash'>;

/**
 * Returns the number of a project's queue shard: equal in all processes and versions for the same number of shards
 * (FNV-1a, 32 bits). @param shards number of shards, at least 1
 */
export const shardOf = (projectId: string, shards: number): number => fnv1a(projectId) % shards;

/**
 * Returns the number of the queue shard of a batch, which has its jobs and its accept mark: that of its project, or one of the
 * `k - 1` after it, chosen by the batch hash, if the project spreads over `k`. In one placement, a batch always has one shard.
 */
export function shardOfBatch(
  { projectId, hash }: PlacedBatch,
  placement: Pick<PlacementRecord, 'shards' | 'spread'>,
): number {
  const home = shardOf(projectId, placement.shards);
  const over = spreadOf(projectId, placement);
  return over === 1 ? home : (home + (fnv1a(hash) % over)) % placement.shards;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** How long accept marks of an earlier placement may live: the longest `DUPLICATE_WINDOW_MS`, and an hour. Milliseconds. */
const MARKS_MS = 25 * HOUR_MS;

/** Returns the other queue shards that a batch had before, as far as they may have its accept mark. */
export function earlierShardsOf(batch: PlacedBatch, placement: PlacementRecord): readonly number[] {
  const since = Date.now() - MARKS_MS;
  const earlier = new Set(
    placement.past.filter(({ endedMs }) => endedMs > since).map((each) => shardOfBatch(batch, each)),
  );
  earlier.delete(shardOfBatch(batch, placement));
  return [...earlier];
}
