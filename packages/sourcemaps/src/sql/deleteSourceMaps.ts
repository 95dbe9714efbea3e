import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { isEventId } from '@sluice/reading';
import { releaseMapBlobs } from './garbage.js';
import { isStorable } from './sourceMap.js';

/**
 * Deletes one source map and adds its blobs to the garbage list. Returns false if the project has none with this id.
 */
export async function deleteSourceMap(db: Queryable, projectId: string, id: string): Promise<boolean> {
  if (!isEventId(id)) return false;
  return (await deleteWhere(db, projectId, sql`id = ${id}`)) > 0;
}

/** Deletes all source maps of a release and returns their number. The release's row stays. */
export async function deleteSourceMaps(db: Queryable, projectId: string, release: string): Promise<number> {
  // The empty release stands for maps without a release, and cannot be deleted as one.
  if (release === '' || !isStorable(release)) return 0;
  return deleteWhere(db, projectId, sql`release = ${release}`);
}

/** Locks rows in the order of their key first: two deletions of the same rows wait for each other. */
async function deleteWhere(db: Queryable, projectId: string, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    with held as materialized (
      select release, filename_hash from sourcemaps where project_id = ${projectId} and ${condition}
      order by release, filename_hash for update),
    gone as (
      delete from sourcemaps m using held
      where m.project_id = ${projectId} and m.release = held.release and m.filename_hash = held.filename_hash
      returning m.project_id, m.index_id, m.original_id),
    let_go as (${releaseMapBlobs(sql`gone`)})
    select from gone`.execute(db.kysely);
  return rows.length;
}
