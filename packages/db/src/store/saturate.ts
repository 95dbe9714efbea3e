/**
 * The bound of sums, far below an overflow when they are added up again: PostgreSQL fails the whole statement on overflow.
 */
const MAX_SUM = 1e300;

/** Limits a sum to what can be added up again. */
export const saturate = (sum: number): number => Math.min(Math.max(sum, -MAX_SUM), MAX_SUM);
