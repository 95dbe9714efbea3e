/** Limits of an exponential back-off, in milliseconds. */
export interface BackoffLimits {
  /** Delay before the first retry. */
  readonly firstMs: number;
  /** Longest delay. */
  readonly maxMs: number;
}

/**
 * Returns the milliseconds to wait before retry number `retry` (from 0): doubled each time up to the limit, then reduced
 * by up to a half, so that processes that failed together do not retry together.
 * @param random from 0 to 1
 */
export function backoffMs(retry: number, { firstMs, maxMs }: BackoffLimits, random = Math.random()): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(retry, 30));
  return Math.round(full * (0.5 + random / 2));
}

/** Counts failures in a row and returns the {@link backoffMs} after each. */
export class Backoff {
  private failures = 0;

  constructor(private readonly limits: BackoffLimits) {}

  /** Failures since the start or the last `reset`. */
  get count(): number {
    return this.failures;
  }

  /** Counts a failure; returns the milliseconds to wait before the next attempt. */
  next(): number {
    this.failures += 1;
    return backoffMs(this.failures - 1, this.limits);
  }

  /** After a success: the next delay is the first again. */
  reset(): void {
    this.failures = 0;
  }
}
