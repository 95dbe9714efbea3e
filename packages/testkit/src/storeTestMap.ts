import type { Database } from '@sluice/db';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat, open, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Which file's map. */
interface TestMapPlace {
  readonly projectId: string;
  readonly release: string | null;
  readonly filename: string;
  /** Required without a release. */
  readonly debugId?: string;
}

/**
 * A position in the single generated line, from 0, and its origin: source, line and column from 0, optionally a name.
 */
type TestSegment = readonly [generated: number, source: number, line: number, column: number, name?: number];

/** JSON text of a map of one generated line. @param contents of each source */
export function testMap(
  contents: Readonly<Record<string, string>>,
  segments: readonly TestSegment[],
  names: readonly string[] = [],
): string {
  const last = [0, 0, 0, 0, 0];
  const mappings = segments.map((segment) =>
    segment
      .map((value = 0, field) => {
        const delta = value - (last[field] ?? 0);
        last[field] = value;
        return vlq(delta);
      })
      .join(''),
  );
  return JSON.stringify({
    version: 3,
    sources: Object.keys(contents),
    sourcesContent: Object.values(contents),
    names,
    mappings: mappings.join(','),
  });
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function vlq(value: number): string {
  let rest = value < 0 ? -value * 2 + 1 : value * 2;
  let text = '';
  do {
    text += DIGITS[(rest % 32) + (rest >= 32 ? 32 : 0)] ?? '';
    rest = Math.floor(rest / 32);
  } while (rest > 0);
  return text;
}

/** Stores a map in the database as an upload does, without its original; resolves with its id. */
export async function storeTestMap(db: Database, place: TestMapPlace, map: string): Promise<string> {
  const { reserveBlobs, storeSourceMap, writeBlob } = await import('@sluice/sourcemaps/statements');
  const { compileSourceMap, INDEX_FORMAT } = await import('@sluice/sourcemaps');
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-test-map-'));
  try {
    const [mapPath, indexPath] = [path.join(directory, 'map'), path.join(directory, 'index')];
    await writeFile(mapPath, map);
    const { headBytes, segments, sources, hasContents, problems, indexBytes } = await compileSourceMap(
      mapPath,
      indexPath,
    );
    const { projectId } = place;
    const [indexId, originalId] = [randomUUID(), randomUUID()];
    await reserveBlobs(
      db,
      [indexId, originalId].map((blobId) => ({ projectId, blobId })),
    );
    await writeBlob(db, { projectId, blobId: indexId }, indexPath);
    const stored = await storeSourceMap(db, {
      debugId: null,
      ...place,
      indexId,
      originalId,
      indexBytes,
      segments,
      sources,
      hasContents,
      problems,
      format: INDEX_FORMAT,
      size: (await stat(mapPath)).size,
      digest: createHash('sha256').update(map).digest('hex'),
      head: await firstBytes(indexPath, headBytes),
    });
    return stored.map.id;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function firstBytes(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    return (await handle.read(Buffer.alloc(length), 0, length, 0)).buffer;
  } finally {
    await handle.close();
  }
}
