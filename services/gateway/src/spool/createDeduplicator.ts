import type { RecentBatches } from './recentBatches.js';
import type { SpooledBatch } from './spooledBatch.js';

/** What writing identical batches once works with. */
export interface DeduplicatorDeps {
  readonly recent: RecentBatches;
  /** Makes a batch durable; rejects where it is not kept. */
  readonly append: (batch: SpooledBatch) => Promise<void>;
}

/** Writes one of identical batches, and knows the others. */
export interface Deduplicator {
  readonly isDuplicate: (hash: string) => boolean | Promise<boolean>;
  readonly append: (batch: SpooledBatch) => Promise<'taken' | 'duplicate'>;
  /** Requests that were recognized. */
  readonly duplicates: () => number;
}

/** Writes the first of identical batches within a window; the others are answered once it is written. */
export function createDeduplicator({ recent, append }: DeduplicatorDeps): Deduplicator {
  const writing = new Map<string, Promise<void>>();
  let duplicates = 0;
  const write = async (batch: SpooledBatch): Promise<void> => {
    try {
      await append(batch);
      recent.add(batch.hash, batch.arrivalMs + batch.windowMs);
    } finally {
      writing.delete(batch.hash);
    }
  };
  return {
    duplicates: () => duplicates,
    isDuplicate: (hash) => {
      const isWritten = writing.get(hash)?.then(
        () => true,
        () => false,
      );
      const known = isWritten ?? recent.has(hash);
      if (known !== false) duplicates += 1;
      return known;
    },
    append: async (batch) => {
      const first = writing.get(batch.hash);
      if (first !== undefined || recent.has(batch.hash)) {
        await first;
        duplicates += 1;
        return 'duplicate';
      }
      const written = write(batch);
      writing.set(batch.hash, written);
      await written;
      return 'taken';
    },
  };
}
