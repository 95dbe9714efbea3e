import { sql } from 'kysely';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { claimBlobs, letGo } from './garbage.js';
import { indexColumns, type CompiledIndex, type SourceMapName } from './sourceMap.js';

/** Who took a map and did not finish has died, or could not: then it is somebody's turn again. */
const TURN = '10 minutes';

/** A source map whose index is to be made again from the upload. */
export interface Recompilation extends SourceMapName {
  readonly projectId: string;
  readonly id: string;
  /** Blob of the index as it is. */
  readonly indexId: string;
  /** Blob of the upload, gzipped. */
  readonly originalId: string;
  /** Version of the index's layout. */
  readonly format: number;
  /** Damage was reported; otherwise its format is an earlier one. */
  readonly isDamaged: boolean;
}

/** A new index of a source map. */
export interface RecompiledIndex extends CompiledIndex {
  readonly projectId: string;
  /** Of the source map. */
  readonly id: string;
  /** Blob of the index that it takes the place of. */
  readonly replaces: string;
}

/** Notes that an index is damaged; true for whoever is the first to, false where it is known or replaced by now. */
export async function reportDamage(
  db: Queryable,
  projectId: string,
  sourceMapId: string,
  indexId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('sourcemaps')
    .set({ damaged_at: sql<Date>`now()`, tried_at: null })
    .where('project_id', '=', projectId)
    .where('id', '=', sourceMapId)
    .where('index_id', '=', indexId)
    .where('damaged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface TakenRow {
  readonly project_id: string;
  readonly id: string;
  readonly release: string;
  readonly filename: string;
  readonly index_id: string;
  readonly original_id: string;
  readonly format: number;
  readonly is_damaged: boolean;
}

/**
 * Source maps whose index is damaged or of an earlier format than `currentFormat`, at most `limit`; nobody else is given
 * them for ten minutes. What was never tried comes first, so that one that cannot be compiled holds up no other.
 */
export async function takeRecompilations(
  db: Queryable,
  currentFormat: number,
  limit: number,
): Promise<readonly Recompilation[]> {
  const { rows } = await sql<TakenRow>`
    with due as materialized (
      select project_id, id from sourcemaps
      where (damaged_at is not null or format < ${currentFormat})
        and (tried_at is null or tried_at < now() - ${TURN}::interval)
      order by tried_at nulls first, damaged_at nulls last limit ${limit} for update skip locked)
    update sourcemaps m set tried_at = now() from due
    where m.project_id = due.project_id and m.id = due.id
    returning m.project_id, m.id, m.release, m.filename, m.index_id, m.original_id, m.format,
      m.damaged_at is not null as is_damaged`.execute(db.kysely);
  return rows.map((row) => ({
    projectId: row.project_id,
    id: row.id,
    release: row.release,
    filename: row.filename,
    indexId: row.index_id,
    originalId: row.original_id,
    format: row.format,
    isDamaged: row.is_damaged,
  }));
}

/**
 * Puts a new index, whose blob is reserved and written, in the place of the old one, which goes onto the garbage list, in
 * one transaction. False where the map was replaced or deleted meanwhile: then the new blob stays on the garbage list.
 */
export function replaceIndex(db: Database, index: RecompiledIndex): Promise<boolean> {
  const { projectId, indexId, replaces } = index;
  return inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('sourcemaps')
      .set({ ...indexColumns(index), damaged_at: null, tried_at: null })
      .where('project_id', '=', projectId)
      .where('id', '=', index.id)
      .where('index_id', '=', replaces)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await letGo(tx, { projectId, blobId: replaces });
    await claimBlobs(tx, [{ projectId, blobId: indexId }]);
    return true;
  });
}
