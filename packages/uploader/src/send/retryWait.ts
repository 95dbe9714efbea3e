import type { Attempt } from './attempt.js';
import { doublingMs } from './doublingMs.js';
import { retryAfterMs } from './retryAfterMs.js';

/** Maximum wait for `Retry-After` in milliseconds, because a build waits. */
const MAX_WAIT_MS = 30_000;

/**
 * Returns milliseconds until the next attempt: `Retry-After` (seconds or a date), at most 30 s; otherwise exponential back-off
 * with up to 50 % jitter.
 */
export function retryWait(made: Attempt, tried: number, backOffMs?: number): number {
  const asked = made.kind === 'answer' ? retryAfterMs(made.headers.get('retry-after')) : undefined;
  if (asked !== undefined) return Math.min(MAX_WAIT_MS, asked);
  return Math.min(MAX_WAIT_MS, doublingMs(tried, backOffMs)) * (1 - Math.random() / 2);
}
