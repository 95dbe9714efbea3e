import { forgetGarbage, takeGarbage, type BlobKey } from '@sluice/db';
import type { Workshop } from '../workshop.js';

/** Blobs of one look. */
const AT_ONCE = 100;

/**
 * Deletes the blobs that are due: those of uploads that never came to their end, and those whose map was replaced or
 * deleted. The blob first, then its entry: cut off in between, it is deleted again. Throws where the store does.
 */
export async function deleteGarbage({ uploadDb, store, metrics }: Workshop, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await takeGarbage(uploadDb, 0, AT_ONCE);
    const deleted: BlobKey[] = [];
    try {
      for (const key of due) {
        if (signal.aborted) return;
        await store.delete(key);
        deleted.push(key);
      }
    } finally {
      await forgetGarbage(uploadDb, deleted);
      metrics.deleted(deleted.length);
    }
    if (due.length < AT_ONCE) return;
  }
}
