/** Inverse of the largest share of time in which one ledger is read. */
const SHARE = 20;

/** Longest pause, in milliseconds: the largest delay of refusals in usage for a very large ledger. */
const LONGEST_MS = 30_000;

/**
 * Returns the milliseconds until a ledger is read again, if reading it took `readMs`. A ledger is read as a whole,
 * because it does not record what changed: a ledger of thousands of projects is read less often to limit the load.
 */
export const pauseAfter = (readMs: number): number => Math.min(SHARE * readMs, LONGEST_MS);
