import { debugIdInMap } from './debugIds.js';
import type { MapFile } from './mapFile.js';

/**
 * Returns the maps that have no debug id, neither in their file nor in themselves. Reads one map at a time, and only
 * those whose file has none. A map that cannot be read is not returned: its upload reports why.
 */
export async function mapsWithoutDebugId(files: readonly MapFile[]): Promise<readonly MapFile[]> {
  const nameless: MapFile[] = [];
  for (const file of files) {
    if (file.debugId !== undefined) continue;
    const bytes = await file.read().catch(() => undefined);
    if (bytes !== undefined && debugIdInMap(bytes) === undefined) nameless.push(file);
  }
  return nameless;
}
