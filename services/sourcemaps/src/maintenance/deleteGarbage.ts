import { removeGarbage, postponeGarbage, claimGarbage, type BlobKey } from '@sluice/sourcemaps/statements';
import type { ServiceContext } from '../serviceContext.js';

/** Blobs per query. */
const AT_ONCE = 100;

/**
 * Deletes the blobs that are due: those of uploads that did not finish, and those whose map was replaced or deleted.
 * The blob is deleted before its entry, so an interrupted run repeats it. A blob that the store does not delete is
 * retried after ten minutes, and one error line summarizes the failures of a query; if nothing could be deleted, the
 * run ends.
 */
export async function deleteGarbage(
  { uploadDb, store, metrics, logger }: Pick<ServiceContext, 'uploadDb' | 'store' | 'metrics' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const due = await claimGarbage(uploadDb, 0, AT_ONCE);
    const deleted: BlobKey[] = [];
    const failed: BlobKey[] = [];
    let firstError: unknown;
    for (const key of due) {
      if (signal.aborted) break;
      try {
        await store.delete(key);
        deleted.push(key);
      } catch (error) {
        firstError ??= error;
        failed.push(key);
      }
    }
    await removeGarbage(uploadDb, deleted);
    await postponeGarbage(uploadDb, failed);
    metrics.deleted(deleted.length);
    if (failed.length > 0) {
      logger.error({ err: firstError, blobs: failed.length, first: failed[0] }, 'blobs could not be deleted');
    }
    if (due.length < AT_ONCE || deleted.length === 0 || signal.aborted) return;
  }
}
