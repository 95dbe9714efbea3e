import { sql } from 'kysely';
import { type Database, inTransaction, type Tx } from '@sluice/db';
import { upsertReleases } from './releases/upsertReleases.js';
import { claimBlobs, releaseMapBlobs } from './garbage.js';
import { indexColumns, keyColumns, SOURCE_MAP_COLUMNS, toSourceMap } from './sourceMap.js';
import type { NewSourceMap, SourceMapRow, StoredSourceMap } from './sourceMap.js';

/** A row may come between the look and the insert, or go; more often than this in a row it does not. */
const ATTEMPTS = 10;

/**
 * Stores or replaces the source map of a name, in one transaction: the row, whose id stays, names the new blobs, the old ones go
 * onto the garbage list, and the release, if there is one, has a row (protocol 3.3, 3.5). Of uploads at the same time the last one
 * stays. Throws where the blobs were not reserved, or longer than an hour ago.
 *
 * Lock order: the map's row, the garbage list, the release's row. Workers hold releases for longer and never wait for a
 * map; so the release comes last.
 */
export function storeSourceMap(
  db: Database,
  map: NewSourceMap,
): Promise<{ readonly map: StoredSourceMap; readonly isNew: boolean }> {
  return inTransaction(db, async (tx) => {
    const { row, isNew } = await writeRow(tx, map);
    const { projectId } = map;
    await claimBlobs(tx, [
      { projectId, blobId: map.indexId },
      { projectId, blobId: map.originalId },
    ]);
    await seeRelease(tx, map, row.uploaded_at);
    return { map: toSourceMap(row), isNew };
  });
}

/** Renews the retention of an upload that was stored already: of its row, and of its release, which is created if it is missing. */
export function touchUpload(
  db: Database,
  projectId: string,
  { id, release }: Pick<StoredSourceMap, 'id' | 'release'>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ now: Date }>`
      update sourcemaps set touched_at = now() where project_id = ${projectId} and id = ${id} returning now() as now`.execute(
      tx.kysely,
    );
    await seeRelease(tx, { projectId, release }, rows[0]?.now ?? new Date());
  });
}

const seeRelease = async (tx: Tx, map: Pick<NewSourceMap, 'projectId' | 'release'>, at: Date): Promise<void> => {
  const { projectId, release: version } = map;
  if (version !== null) await upsertReleases(tx, [{ projectId, version, timestampMs: at.getTime(), exceptions: 0 }]);
};

interface WrittenRow {
  readonly row: SourceMapRow;
  readonly isNew: boolean;
}

async function writeRow(tx: Tx, map: NewSourceMap): Promise<WrittenRow> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const replaced = await replace(tx, map);
    if (replaced !== undefined) return { row: replaced, isNew: false };
    const inserted = await insert(tx, map);
    if (inserted !== undefined) return { row: inserted, isNew: true };
  }
  throw new Error('a source map came and went faster than it could be replaced');
}

const valuesOf = (map: NewSourceMap) => ({
  ...indexColumns(map),
  size: map.size,
  digest: map.digest,
  original_id: map.originalId,
  debug_id: map.debugId,
  debug_original_id: map.debugId === null ? null : map.originalId,
  // A page's cursor has milliseconds.
  uploaded_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())`,
  touched_at: sql<Date>`clock_timestamp()`,
  damaged_at: null,
  tried_at: null,
  tries: 0,
});

/** Waits for concurrent replacements. */
async function replace(tx: Tx, map: NewSourceMap): Promise<SourceMapRow | undefined> {
  const key = keyColumns(map);
  const held = await tx.kysely
    .selectFrom('sourcemaps')
    .select(['project_id', 'id', 'index_id', 'original_id'])
    .where('project_id', '=', map.projectId)
    .where('release', '=', key.release)
    .where('filename_hash', '=', key.filename_hash)
    .forUpdate()
    .executeTakeFirst();
  if (held === undefined) return undefined;
  const old = sql`(select ${map.projectId}::int8 as project_id, ${held.index_id}::uuid as index_id, ${held.original_id}::uuid as original_id)`;
  await releaseMapBlobs(old).execute(tx.kysely);
  return tx.kysely
    .updateTable('sourcemaps')
    .set(valuesOf(map))
    .where('project_id', '=', map.projectId)
    .where('id', '=', held.id)
    .returning(SOURCE_MAP_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** `undefined` if it was inserted concurrently. */
function insert(tx: Tx, map: NewSourceMap): Promise<SourceMapRow | undefined> {
  return tx.kysely
    .insertInto('sourcemaps')
    .values({
      project_id: map.projectId,
      ...keyColumns(map),
      filename: map.filename,
      id: sql<string>`gen_random_uuid()`,
      ...valuesOf(map),
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'release', 'filename_hash']).doNothing())
    .returning(SOURCE_MAP_COLUMNS)
    .executeTakeFirst();
}
