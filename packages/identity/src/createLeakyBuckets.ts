import { createLru } from '@sluice/runtime';

/** Counts by key that decrease with time. */
export interface LeakyBuckets {
  /** Milliseconds until the bucket has room for one; 0 if it has. */
  readonly waitMs: (key: string) => number;
  /** Adds to a bucket, or removes from it. */
  readonly add: (key: string, amount: number) => void;
}

/** A bucket: how full it was at `atMs`. */
interface Bucket {
  readonly level: number;
  readonly atMs: number;
}

const REMEMBERED = 10_000;

/**
 * Creates buckets that hold `capacity` and leak as many per period, in the memory of this process. Of many keys the last used are
 * remembered.
 * @param now monotonic clock in milliseconds
 */
export function createLeakyBuckets(
  { capacity, periodMs }: { readonly capacity: number; readonly periodMs: number },
  now: () => number,
): LeakyBuckets {
  const buckets = createLru<Bucket>(REMEMBERED);
  const levelOf = (key: string): number => {
    const bucket = buckets.get(key);
    if (bucket === undefined) return 0;
    return Math.max(0, bucket.level - ((now() - bucket.atMs) * capacity) / periodMs);
  };
  return {
    waitMs: (key) => {
      const excess = levelOf(key) - (capacity - 1);
      // Leaking computes in floating point: a thousandth of one is none.
      return excess < 0.001 ? 0 : Math.ceil((excess * periodMs) / capacity);
    },
    add: (key, amount) => {
      buckets.set(key, { level: Math.max(0, Math.min(capacity, levelOf(key) + amount)), atMs: now() });
    },
  };
}
