import type { PlacementRecord } from '@sluice/redis';

/**
 * Returns the number of a project's queue shard: equal in all processes and versions for the same number of shards
 * (FNV-1a, 32 bits). @param shards number of shards, at least 1
 */
export function shardOf(projectId: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < projectId.length; index += 1) {
    hash = Math.imul(hash ^ projectId.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % shards;
}

/** How long accept marks of an earlier placement may live: the longest `DUPLICATE_WINDOW_MS`, and an hour. Milliseconds. */
const MARKS_MS = 25 * 3_600_000;

/** Returns the other queue shards that a project had before, as far as they may have accept marks. */
export function earlierShardsOf(projectId: string, { shards, past }: PlacementRecord): readonly number[] {
  const since = Date.now() - MARKS_MS;
  const earlier = new Set(past.filter(({ endedMs }) => endedMs > since).map((each) => shardOf(projectId, each.shards)));
  earlier.delete(shardOf(projectId, shards));
  return [...earlier];
}
