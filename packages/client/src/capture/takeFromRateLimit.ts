import type { Client } from '../core/client.js';
import { createLimit } from '../core/createLimit.js';
import type { ExceptionPayload } from '../core/event.js';

type TakeException = (client: Client, payload: ExceptionPayload) => boolean;

/** Whether another exception may be sent now: in a page a burst of 100, then ten per second. */
export let takeFromRateLimit: TakeException = createLimit(100, 100);

/** Replaces the rate limiter; Node limits per fingerprint. */
export const limitExceptionsWith = (take: TakeException): void => {
  takeFromRateLimit = take;
};
