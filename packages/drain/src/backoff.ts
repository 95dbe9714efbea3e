/** How long to wait before trying again, in milliseconds. */
export interface BackoffLimits {
  /** The first wait. */
  readonly baseMs: number;
  /** No wait is longer. */
  readonly maxMs: number;
}

/**
 * Milliseconds before attempt number `attempt` (from 0): doubled each time up to the cap, then spread over its upper
 * half by `random` (0 to 1), so that workers do not return all at once.
 */
export function backoffMs(attempt: number, limits: BackoffLimits, random: number): number {
  const full = Math.min(limits.maxMs, limits.baseMs * 2 ** Math.min(attempt, 30));
  return Math.round(full * (0.5 + random / 2));
}
