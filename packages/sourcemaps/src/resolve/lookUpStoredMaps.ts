import { lookUpSourceMaps, type SourceMapHead, type SourceMapKey } from '../sql/lookUpSourceMaps.js';
import type { Queryable } from '@sluice/db';
import { INDEX_FORMAT } from '../codec/layout.js';
import { DamagedIndexError, type SourceMapIndex } from '../codec/read/sourceMapIndex.js';
import type { HeadCache } from './headCache.js';

/** The map stored for a file. */
export interface StoredMap {
  readonly projectId: string;
  readonly organizationId: string | undefined;
  readonly mapId: string;
  /** Blob of its index. */
  readonly indexId: string;
  /**
   * Its head: `damaged` if that does not open, `other_format` if another version wrote it, `elsewhere` if it has to
   * be read from the blob.
   */
  readonly head: SourceMapIndex | 'damaged' | 'other_format' | 'elsewhere';
}

/**
 * Returns what is stored for files at this moment, with one query; `undefined` for a file without a map. @param
 * guesses ids of the indexes that were stored last: heads that are in memory are not read again
 */
export async function lookUpStoredMaps(
  db: Queryable,
  heads: HeadCache,
  requested: readonly SourceMapKey[],
  guesses: readonly string[],
): Promise<readonly (StoredMap | undefined)[]> {
  // References until the response arrives: the cache may evict them meanwhile.
  const held = new Map<string, SourceMapIndex>();
  for (const indexId of guesses) {
    const head = heads.get(indexId);
    if (head !== undefined) held.set(indexId, head);
  }
  const rows = await lookUpSourceMaps(db, requested, [...held.keys()]);
  return rows.map((row) => {
    if (row === undefined) return undefined;
    const { id: mapId, projectId, organizationId, indexId } = row;
    return { projectId, organizationId, mapId, indexId, head: held.get(indexId) ?? headOf(row, heads) };
  });
}

function headOf({ format, indexId, head }: SourceMapHead, heads: HeadCache): StoredMap['head'] {
  if (format !== INDEX_FORMAT) return 'other_format';
  const known = heads.get(indexId);
  if (known !== undefined) return known;
  if (head === undefined) return 'elsewhere';
  try {
    return heads.open(indexId, head);
  } catch (error) {
    if (error instanceof DamagedIndexError) return 'damaged';
    throw error;
  }
}
