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
