import type { Queryable } from '@sluice/db';
import type { BlobKey } from '../garbage.js';

/** Deletes a blob; does nothing if it does not exist. */
export async function deleteBlob(db: Queryable, { projectId, blobId }: BlobKey): Promise<void> {
  await db.kysely
    .deleteFrom('sourcemap_blobs')
    .where('project_id', '=', projectId)
    .where('blob_id', '=', blobId)
    .execute();
}
