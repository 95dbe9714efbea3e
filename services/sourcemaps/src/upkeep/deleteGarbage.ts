import { removeGarbage, postponeGarbage, claimGarbage, type BlobKey } from '@sluice/db';
import type { Workshop } from '../workshop.js';

/** Blobs of one look. */
const AT_ONCE = 100;

/**
 * Deletes the blobs that are due: those of uploads that never came to their end, and those whose map was replaced or
 * deleted. The blob first, then its entry: cut off in between, it is deleted again. One that the store does not delete is
 * left alone for ten minutes, and one error line tells of all of a look; where it deleted none, the next look is the next
 * run's.
 */
export async function deleteGarbage(
  { uploadDb, store, metrics, logger }: Pick<Workshop, 'uploadDb' | 'store' | 'metrics' | 'logger'>,
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
