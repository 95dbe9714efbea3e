import { sql } from 'kysely';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { claimBlobs, releaseBlobs } from './garbage.js';
import { indexColumns, type CompiledIndex, type SourceMapName } from './sourceMap.js';

/** Who took a map and did not finish has died, or could not: then it is somebody's turn again. */
const CLAIM_INTERVAL = '10 minutes';

/** Turns of an index; what is not well after them stays so until it is uploaded again. */
const MAX_TRIES = 3;

/** An index that served for so long before it was damaged was made well: its tries count no more. */
const PROVEN = '30 days';

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
  /** It has had its tries in vain: nobody is given it again. To be said, not to be done. */
  readonly isAbandoned: boolean;
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
 * Source maps whose index is damaged or of an earlier format than `currentFormat`, at most `limit`; nobody else is given
 * them for ten minutes. What was never tried comes first, so that one that cannot be compiled holds up no other. What was
 * given {@link MAX_TRIES} times and is not well is given once more, as given up, and then only after an upload.
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

/** Takes a turn back that came to nothing for a reason beside the map: the next one comes in ten minutes all the same. */
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
 * Puts a new index, whose blob is reserved and written, in the place of the old one, which goes onto the garbage list, in
 * one transaction. False where the map was replaced or deleted meanwhile: then the new blob stays on the garbage list. Its
 * tries go on counting where the old index was damaged: the new one may be so too.
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
