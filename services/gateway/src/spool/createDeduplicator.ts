import type { Clock } from '@sluice/runtime';
import type { SpooledBatch } from './spooledBatch.js';

/** Dependencies of a deduplicator. */
export interface DeduplicatorDeps {
  readonly recent: RecentBatches;
  /** Makes a batch durable; rejects if it is not kept. */
  readonly append: (batch: SpooledBatch) => Promise<void>;
}

/** Writes one of several identical batches and recognizes the others. */
export interface Deduplicator {
  readonly isDuplicate: (hash: string) => boolean | Promise<boolean>;
  readonly append: (batch: SpooledBatch) => Promise<'appended' | 'duplicate'>;
  /** Number of requests that were recognized as duplicates. */
  readonly duplicates: () => number;
}

/** Writes the first of several identical batches within a window. The others are duplicates as soon as it is written. */
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
      return 'appended';
    },
  };
}

/** Hashes of spooled batches, for as long as an identical batch is a duplicate. */
export interface RecentBatches {
  /** Whether a batch with this hash was spooled within its window. */
  readonly has: (hash: string) => boolean;
  readonly add: (hash: string, untilMs: number) => void;
}

/**
 * Remembers the last `maxBatches` spooled batches by their hashes, and drops the oldest beyond that. A resend of a dropped one is
 * spooled again under the same batch id, and its receipts store it once.
 */
export function createRecentBatches(clock: Clock, maxBatches: number): RecentBatches {
  const until = new Map<string, number>();
  return {
    has: (hash) => (until.get(hash) ?? 0) > clock(),
    add: (hash, untilMs) => {
      until.delete(hash);
      until.set(hash, untilMs);
      // Batches end about in the order in which they were added, so that expired ones are at the front.
      for (const [oldest, end] of until) {
        if (end > clock() && until.size <= maxBatches) break;
        until.delete(oldest);
      }
    },
  };
}
