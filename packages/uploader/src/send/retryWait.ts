import type { Attempt } from './attempt.js';
import { retryAfterMs } from './retryAfterMs.js';

const BACK_OFF_MS = 500;
/** Longest wait that a `Retry-After` is granted, milliseconds: a build waits behind it. */
const MAX_WAIT_MS = 30_000;

/**
 * Milliseconds to wait before the next attempt: what `Retry-After` asks (seconds or a date), 30 s at most; else twice as
 * long each time, shortened by up to half at random so that parallel uploads do not come back together.
 */
export function retryWait(made: Attempt, tried: number, backOffMs: number = BACK_OFF_MS): number {
  const asked = made.kind === 'answer' ? retryAfterMs(made.headers.get('retry-after')) : undefined;
  if (asked !== undefined) return Math.min(MAX_WAIT_MS, asked);
  return Math.min(MAX_WAIT_MS, backOffMs * 2 ** tried) * (1 - Math.random() / 2);
}
