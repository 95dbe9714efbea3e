/** A ledger is read for no more than one part in so many of the time. */
const SHARE = 20;

/** The longest rest, milliseconds: so far may a very large ledger's refusals be behind in usage. */
const LONGEST_MS = 30_000;

/**
 * How long a ledger is left alone after reading it took `readMs`, milliseconds. A ledger is read whole, for nothing in it
 * tells what moved: one of thousands of projects is read less often, so that it does not keep Redis and us busy.
 */
export const pauseAfter = (readMs: number): number => Math.min(SHARE * readMs, LONGEST_MS);
