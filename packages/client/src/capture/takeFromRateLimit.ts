import type { Client } from '../core/client.js';
import type { ExceptionPayload } from '../core/event.js';

/** Maximum burst of exceptions. */
const MOST = 100;
/** Milliseconds per further exception. */
const EVERY_MS = 100;

let left = MOST;
let countedAt = 0;

type TakeException = (client: Client, payload: ExceptionPayload) => boolean;

/** Whether another exception may be sent now: in a page a burst of 100, then ten per second. */
export let takeFromRateLimit: TakeException = () => {
  const now = Date.now();
  left = Math.min(MOST, left + Math.max(0, now - countedAt) / EVERY_MS);
  countedAt = now;
  if (left < 1) return false;
  left--;
  return true;
};

/** Replaces the rate limiter; Node limits per fingerprint. */
export const limitExceptionsWith = (take: TakeException): void => {
  takeFromRateLimit = take;
};
