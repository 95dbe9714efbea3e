import { reserveBlobs } from '../../sql/garbage.js';
import { storeSourceMap } from '../../sql/storeSourceMap.js';
import { writeBlob } from '../../sql/blobs/writeBlob.js';
import type { Database } from '@sluice/db';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INDEX_FORMAT } from '../../codec/layout.js';
import { compileSourceMap } from '../../codec/compile/compileSourceMap.js';

/** A map to be stored as an upload of it would be. */
export interface MapToStore {
  readonly projectId: string;
  readonly release: string | null;
  readonly filename: string;
  readonly debugId?: string;
  /** Its JSON. */
  readonly map: string | Buffer;
}

/** Compiles and stores a map in PostgreSQL. @returns ids of its row and of its index */
export async function storeMap(
  db: Database,
  { map, ...name }: MapToStore,
): Promise<{ readonly id: string; readonly indexId: string; readonly headBytes: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-store-'));
  try {
    const [mapPath, indexPath] = [join(directory, 'map'), join(directory, 'index')];
    await writeFile(mapPath, map);
    const compiled = await compileSourceMap(mapPath, indexPath);
    const [indexId, originalId] = [randomUUID(), randomUUID()];
    const { projectId } = name;
    await reserveBlobs(db, [
      { projectId, blobId: indexId },
      { projectId, blobId: originalId },
    ]);
    await writeBlob(db, { projectId, blobId: indexId }, indexPath);
    await writeBlob(db, { projectId, blobId: originalId }, mapPath);
    const stored = await storeSourceMap(db, {
      debugId: null,
      ...name,
      size: map.length,
      digest: createHash('sha256').update(map).digest('hex'),
      indexId,
      originalId,
      indexBytes: compiled.indexBytes,
      head: (await readFile(indexPath)).subarray(0, compiled.headBytes),
      format: INDEX_FORMAT,
      segments: compiled.segments,
      sources: compiled.sources,
      hasContents: compiled.hasContents,
      problems: compiled.problems,
    });
    return { id: stored.map.id, indexId, headBytes: compiled.headBytes };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
