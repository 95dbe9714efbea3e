import { type OutputStorage } from './emittedOutput.js';

/** Removes files from an output and returns one problem per file that could not be removed. Never rejects. */
export async function removeMaps(storage: OutputStorage, maps: readonly string[]): Promise<readonly string[]> {
  const removals = await Promise.allSettled(maps.map((map) => storage.remove(map)));
  return removals.flatMap((removal, index) =>
    removal.status === 'fulfilled'
      ? []
      : [`${storage.pathOf(maps[index] ?? '')} could not be removed: ${String(removal.reason)}`],
  );
}
