import type { Clock } from '@sluice/runtime';

/** Which batches this gateway has spooled, for as long as an identical one is a duplicate. */
export interface RecentBatches {
  /** Whether the batch with this hash is on disk and an identical one is a duplicate now. */
  readonly has: (hash: string) => boolean;
  readonly add: (hash: string, untilMs: number) => void;
}

/**
 * Remembers the last `maxBatches` spooled batches by their hashes. Beyond that the oldest goes: its resend is spooled once
 * more, under the same batch id, and its receipts let it through once.
 */
export function createRecentBatches(clock: Clock, maxBatches: number): RecentBatches {
  const until = new Map<string, number>();
  return {
    has: (hash) => (until.get(hash) ?? 0) > clock(),
    add: (hash, untilMs) => {
      until.delete(hash);
      until.set(hash, untilMs);
      // About as old as they are added: whatever is over stands at the front.
      for (const [oldest, end] of until) {
        if (end > clock() && until.size <= maxBatches) break;
        until.delete(oldest);
      }
    },
  };
}
