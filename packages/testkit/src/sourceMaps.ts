import { randomUUID } from 'node:crypto';
import type { Database } from '@sluice/db';
import { reserveBlobs, type NewSourceMap, type StoredSourceMap, storeSourceMap } from '@sluice/sourcemaps/statements';

/** An upload of project 1 with new, unwritten blobs. */
export const newSourceMap = (fields: Partial<NewSourceMap> = {}): NewSourceMap => ({
  projectId: '1',
  release: 'shop@1',
  filename: 'assets/app.js',
  debugId: null,
  size: 45_000_000,
  digest: 'ab'.repeat(32),
  indexId: randomUUID(),
  originalId: randomUUID(),
  indexBytes: 19_400_000,
  head: Buffer.from([0, 1, 0x5c, 0x78, 0x27, 0xff, 0xc3, 0x28]),
  format: 1,
  segments: 2_097_158,
  sources: 4_123,
  hasContents: true,
  problems: [],
  ...fields,
});

/** Reserves the blobs of an upload and stores it, as the service does. */
export async function upload(
  db: Database,
  fields: Partial<NewSourceMap> = {},
): Promise<{ readonly map: StoredSourceMap; readonly isNew: boolean; readonly uploaded: NewSourceMap }> {
  const uploaded = newSourceMap(fields);
  await reserveBlobs(db, blobsOf(uploaded));
  return { ...(await storeSourceMap(db, uploaded)), uploaded };
}

/** The two blobs of an upload. */
export const blobsOf = ({ projectId, indexId, originalId }: NewSourceMap) =>
  [indexId, originalId].map((blobId) => ({ projectId, blobId }));

/** Ids of the blobs on the garbage list, in order. */
export async function garbageOf(db: Database): Promise<readonly string[]> {
  const { rows } = await db.pool.query<{ blob_id: string }>('select blob_id from sourcemap_garbage order by blob_id');
  return rows.map(({ blob_id }) => blob_id);
}

/** Empties every table of source maps and releases. */
export const clearSourceMaps = (db: Database): Promise<unknown> =>
  db.pool.query('truncate sourcemaps, sourcemap_blobs, sourcemap_garbage, releases');

/** A row of project 1 alone: no blobs, and nothing of the release's own row. */
export const insertSourceMap = (db: Database, release: string): Promise<unknown> =>
  db.pool.query(
    `insert into sourcemaps (project_id, release, filename_hash, filename, id, size, digest, index_id, original_id,
       index_bytes, format, segments, sources, has_contents, problems, head)
     values (1, $1, sha256('a.js'), 'a.js', gen_random_uuid(), 1, '', gen_random_uuid(), gen_random_uuid(), 1, 1, 1, 1,
       true, '[]', '')`,
    [release],
  );
