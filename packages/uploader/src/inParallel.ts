/**
 * Calls `work` for every item, at most `limit` concurrently, and returns the results in order. `work` should not reject: the first rejection is passed on while others are still under way.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const queue = items.entries();
  const loop = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  const concurrency = Math.min(items.length, Math.max(1, Math.floor(limit) || 1));
  await Promise.all(Array.from({ length: concurrency }, loop));
  return results;
}
