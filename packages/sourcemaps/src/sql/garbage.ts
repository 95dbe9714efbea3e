import { sql, type RawBuilder } from 'kysely';
import { type Queryable, type Tx, compareKeys, unnest } from '@sluice/db';

/** Primary key of a blob. A blob is immutable. */
export interface BlobKey {
  readonly projectId: string;
  /** A UUID, never used twice. */
  readonly blobId: string;
}

/** How long an upload may take from the reservation of its blobs to the row that names them. */
const RESERVED = '1 hour';

/** How long readers that have read the old row may still read its blobs. */
const RELEASED = '10 seconds';

/** How long a blob that could not be deleted is not tried again. */
const POSTPONED = '10 minutes';

/**
 * Adds blobs that are about to be written to the garbage list, due in an hour: if this process dies, they are deleted then,
 * unless a row names them by that time. A blob that is listed already is reserved again.
 */
export async function reserveBlobs(db: Queryable, keys: readonly BlobKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into sourcemap_garbage (project_id, blob_id, due_at)
    select project_id, blob_id, clock_timestamp() + ${RESERVED}::interval from ${unnestKeys(keys)}
    on conflict (project_id, blob_id) do update set due_at = excluded.due_at`.execute(db.kysely);
}

/**
 * Returns blobs that no row names and that have been due for at least `overdueMs` milliseconds (0: due), longest first. Delete
 * each blob, then call {@link removeGarbage}: a blob stays listed if the process dies in between. An upload can no longer
 * claim a blob that is due. Leaves out blobs that an upload is claiming and postponed ones.
 */
export async function claimGarbage(db: Queryable, overdueMs: number, limit: number): Promise<readonly BlobKey[]> {
  const { rows } = await sql<{ project_id: string; blob_id: string }>`
    select project_id, blob_id from sourcemap_garbage
    where due_at <= clock_timestamp() - ${overdueMs} * interval '1 millisecond'
      and (failed_at is null or failed_at <= clock_timestamp() - ${POSTPONED}::interval)
    order by due_at limit ${limit} for update skip locked`.execute(db.kysely);
  return rows.map((row) => ({ projectId: row.project_id, blobId: row.blob_id }));
}

/** Keeps blobs that could not be deleted on the list; {@link claimGarbage} skips them for ten minutes. */
export async function postponeGarbage(db: Queryable, keys: readonly BlobKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    update sourcemap_garbage g set failed_at = clock_timestamp() from ${unnestKeys(keys)}
    where g.project_id = k.project_id and g.blob_id = k.blob_id`.execute(db.kysely);
}

/** Removes deleted blobs from the list. */
export async function removeGarbage(db: Queryable, keys: readonly BlobKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from sourcemap_garbage g using ${unnestKeys(keys)}
    where g.project_id = k.project_id and g.blob_id = k.blob_id`.execute(db.kysely);
}

/**
 * Removes reserved blobs from the list, in the transaction that writes the row that names them.
 * @throws if one is due, because it may be deleted
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

/**
 * Returns the statement that adds the blobs of the rows of `gone` (`project_id`, `index_id`, `original_id`) to the
 * garbage list.
 */
export const releaseMapBlobs = (gone: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into sourcemap_garbage (project_id, blob_id, due_at)
  select gone.project_id, blobs.blob_id, clock_timestamp() + ${RELEASED}::interval
  from ${gone} as gone cross join lateral (values (gone.index_id), (gone.original_id)) as blobs(blob_id)
  on conflict (project_id, blob_id) do update set due_at = excluded.due_at`;

/** Lists one blob that no row names any more. */
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
