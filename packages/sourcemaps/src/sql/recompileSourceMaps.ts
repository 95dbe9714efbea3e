import { sql } from 'kysely';
import { type Database, type Queryable, inTransaction } from '@sluice/db';
import { claimBlobs, releaseBlobs } from './garbage.js';
import { indexColumns, type CompiledIndex } from './sourceMap.js';

/** How long a claimed map is not returned again: a process that has not finished by then has died or failed. */
const CLAIM_INTERVAL = '10 minutes';

/** Maximum number of attempts per index. Afterwards it stays until the map is uploaded again. */
const MAX_TRIES = 3;

/** An index that worked for this long before it was damaged starts again with no tries. */
const PROVEN = '30 days';

/** A source map whose index must be compiled again from the upload. */
export interface Recompilation {
  readonly projectId: string;
  /** Empty if the map has none. */
  readonly release: string;
  readonly filename: string;
  readonly id: string;
  /** Blob of the current index. */
  readonly indexId: string;
  /** Blob of the upload, gzipped. */
  readonly originalId: string;
  /** Version of the index's layout. */
  readonly format: number;
  /** Damage was reported; otherwise its format is an earlier one. */
  readonly isDamaged: boolean;
  /** All tries have failed: it is not returned again. Report it, do not compile it. */
  readonly isAbandoned: boolean;
}

/** A new index of a source map. */
export interface RecompiledIndex extends CompiledIndex {
  readonly projectId: string;
  /** Of the source map. */
  readonly id: string;
  /** Blob of the index that it replaces. */
  readonly replaces: string;
}

/** Marks an index as damaged. Returns false if it is marked already or was replaced. */
export async function reportDamage(
  db: Queryable,
  projectId: string,
  sourceMapId: string,
  indexId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('sourcemaps')
    .set({
      damaged_at: sql<Date>`now()`,
      tries: sql<number>`case when tried_at < now() - ${PROVEN}::interval then 0 else tries end`,
      tried_at: null,
    })
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
  readonly is_given_up: boolean;
}

/**
 * Claims source maps whose index is damaged or has a format before `currentFormat`, at most `limit`, for ten minutes. Maps that
 * were never tried come first, so that one that cannot be compiled delays no other. After {@link MAX_TRIES} tries a map is
 * returned once more, as abandoned, and then only after another upload.
 */
export async function claimRecompilations(
  db: Queryable,
  currentFormat: number,
  limit: number,
): Promise<readonly Recompilation[]> {
  const { rows } = await sql<TakenRow>`
    with due as materialized (
      select project_id, id from sourcemaps
      where (damaged_at is not null or format < ${currentFormat})
        and tries <= ${MAX_TRIES} and (tried_at is null or tried_at < now() - ${CLAIM_INTERVAL}::interval)
      order by tried_at nulls first, damaged_at nulls last limit ${limit} for update skip locked)
    update sourcemaps m set tried_at = now(), tries = m.tries + 1 from due
    where m.project_id = due.project_id and m.id = due.id
    returning m.project_id, m.id, m.release, m.filename, m.index_id, m.original_id, m.format,
      m.damaged_at is not null as is_damaged, m.tries > ${MAX_TRIES} as is_given_up`.execute(db.kysely);
  return rows.map((row) => ({
    projectId: row.project_id,
    id: row.id,
    release: row.release,
    filename: row.filename,
    indexId: row.index_id,
    originalId: row.original_id,
    format: row.format,
    isDamaged: row.is_damaged,
    isAbandoned: row.is_given_up,
  }));
}

/** Undoes the count of a try that failed for a reason other than the map. The next try is still ten minutes away. */
export async function revertTry(db: Queryable, { projectId, id, indexId }: Recompilation): Promise<void> {
  await db.kysely
    .updateTable('sourcemaps')
    .set({ tries: sql<number>`greatest(tries - 1, 0)` })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('index_id', '=', indexId)
    .execute();
}

/**
 * Replaces an index by a new one, whose blob is reserved and written, and adds the old blob to the garbage list, in one
 * transaction. Returns false if the map was replaced or deleted meanwhile; then the new blob stays on the garbage list. If the
 * old index was damaged, tries are still counted, because the new index may be damaged, too.
 */
export function replaceIndex(db: Database, index: RecompiledIndex): Promise<boolean> {
  const { projectId, indexId, replaces } = index;
  return inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx.kysely
      .updateTable('sourcemaps')
      .set({
        ...indexColumns(index),
        tries: sql<number>`case when damaged_at is null then 0 else tries end`,
        damaged_at: null,
      })
      .where('project_id', '=', projectId)
      .where('id', '=', index.id)
      .where('index_id', '=', replaces)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await releaseBlobs(tx, { projectId, blobId: replaces });
    await claimBlobs(tx, [{ projectId, blobId: indexId }]);
    return true;
  });
}
