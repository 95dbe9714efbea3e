import type { Client } from '../core/client.js';
import type { ExceptionPayload } from '../core/event.js';

/** Exceptions at once. */
const MOST = 100;
/** Milliseconds after which there may be one more. */
const EVERY_MS = 100;

let left = MOST;
let countedAt = 0;

type TakeException = (client: Client, payload: ExceptionPayload) => boolean;

/** Returns whether another exception may be sent now: in a page a hundred at once, and ten a second after them. */
export let takeFromBurst: TakeException = () => {
  const now = Date.now();
  left = Math.min(MOST, left + Math.max(0, now - countedAt) / EVERY_MS);
  countedAt = now;
  if (left < 1) return false;
  left--;
  return true;
};

/** Has another function decide from now on: Node counts by fingerprint. */
export const limitExceptionsBy = (take: TakeException): void => {
  takeFromBurst = take;
};
