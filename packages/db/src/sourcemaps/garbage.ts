import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { Tx } from '../connection/inTransaction.js';
import { compareKeys } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';

/** Names a blob: bytes that never change. */
export interface BlobKey {
  readonly projectId: string;
  /** A UUID, given to one blob only. */
  readonly blobId: string;
}

/** How long an upload may take from the reservation of its blobs to the row that names them. */
const RESERVED = '1 hour';

/** How long readers that have seen the old row may go on reading its blobs. */
const RELEASED = '10 seconds';

/** How long a blob that could not be deleted is left alone. */
const POSTPONED = '10 minutes';

/**
 * Puts blobs that are about to be written on the garbage list, due in an hour: whatever becomes of this process, they go
 * then, unless a row names them by that time. A blob that is on the list already is reserved anew.
 */
export async function reserveBlobs(db: Queryable, keys: readonly BlobKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into sourcemap_garbage (project_id, blob_id, due_at)
    select project_id, blob_id, clock_timestamp() + ${RESERVED}::interval from ${unnestKeys(keys)}
    on conflict (project_id, blob_id) do update set due_at = excluded.due_at`.execute(db.kysely);
}

/**
 * Blobs that nothing names and that have been due for `overdueMs` milliseconds at least (0: due), the longest first. Delete
 * each blob, then {@link removeGarbage}; whoever dies in between leaves it on the list. A blob that is due can no longer
 * be named by an upload, and one that an upload is naming at this moment is left out, as is what was postponed.
 */
export async function claimGarbage(db: Queryable, overdueMs: number, limit: number): Promise<readonly BlobKey[]> {
  const { rows } = await sql<{ project_id: string; blob_id: string }>`
    select project_id, blob_id from sourcemap_garbage
    where due_at <= clock_timestamp() - ${overdueMs} * interval '1 millisecond'
      and (failed_at is null or failed_at <= clock_timestamp() - ${POSTPONED}::interval)
    order by due_at limit ${limit} for update skip locked`.execute(db.kysely);
  return rows.map((row) => ({ projectId: row.project_id, blobId: row.blob_id }));
}

/** Leaves blobs that could not be deleted on the list, and nobody is given them for ten minutes. */
export async function postponeGarbage(db: Queryable, keys: readonly BlobKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    update sourcemap_garbage g set failed_at = clock_timestamp() from ${unnestKeys(keys)}
    where g.project_id = k.project_id and g.blob_id = k.blob_id`.execute(db.kysely);
}

/** Takes blobs that are deleted off the list. */
export async function removeGarbage(db: Queryable, keys: readonly BlobKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from sourcemap_garbage g using ${unnestKeys(keys)}
    where g.project_id = k.project_id and g.blob_id = k.blob_id`.execute(db.kysely);
}

/**
 * Takes reserved blobs off the list for the row that names them, in its transaction. Throws where one is due: it may be
 * deleted by now.
 */
export async function claimBlobs(tx: Tx, keys: readonly BlobKey[]): Promise<void> {
  const { rows } = await sql`
    delete from sourcemap_garbage g using ${unnestKeys(keys)}
    where g.project_id = k.project_id and g.blob_id = k.blob_id and g.due_at > clock_timestamp()
    returning 1`.execute(tx.kysely);
  if (rows.length < keys.length) {
    throw new Error(`blobs of a source map were not reserved, or longer than ${RESERVED} ago`);
  }
}

/** The statement that puts blobs on the list which the rows of `gone` named (`project_id`, `index_id`, `original_id`). */
export const releaseMapBlobs = (gone: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into sourcemap_garbage (project_id, blob_id, due_at)
  select gone.project_id, blobs.blob_id, clock_timestamp() + ${RELEASED}::interval
  from ${gone} as gone cross join lateral (values (gone.index_id), (gone.original_id)) as blobs(blob_id)
  on conflict (project_id, blob_id) do update set due_at = excluded.due_at`;

/** Puts one blob on the list that no row names any more. */
export async function releaseBlobs(tx: Tx, { projectId, blobId }: BlobKey): Promise<void> {
  await sql`
    insert into sourcemap_garbage (project_id, blob_id, due_at)
    values (${projectId}, ${blobId}, clock_timestamp() + ${RELEASED}::interval)
    on conflict (project_id, blob_id) do update set due_at = excluded.due_at`.execute(tx.kysely);
}

/** Keys as rows `k`, in lock order. */
function unnestKeys(keys: readonly BlobKey[]): RawBuilder<unknown> {
  const sorted = [...keys].sort((a, b) => compareKeys([a.projectId, a.blobId], [b.projectId, b.blobId]));
  return unnest('k', {
    project_id: ['int8', sorted.map(({ projectId }) => projectId)],
    blob_id: ['uuid', sorted.map(({ blobId }) => blobId)],
  });
}
