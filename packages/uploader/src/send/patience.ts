import { doublingMs } from './doublingMs.js';
import { retryAfterMs } from './retryAfterMs.js';

/** How long a client retries after 429s. Times are milliseconds. */
export interface PatienceOptions {
  /** Maximum time from the first 429 to the last attempt (90,000); 0: no retry. */
  readonly patienceMs?: number;
  /** Minimum wait; without `Retry-After` it doubles (500). */
  readonly backOffMs?: number;
}

/** Retry budget of one request. */
export interface Patience {
  /** Milliseconds until the next attempt after a 429; `undefined` if there is none. */
  readonly waitMs: (headers: Headers) => number | undefined;
}

/** Longer than the minute for which a service throttles an address after invalid tokens. */
export const PATIENCE_MS = 90_000;
/** Maximum attempts after 429s. */
const MOST_WAITS = 20;

/**
 * Creates the retry budget of one request. A 429 changes nothing, so every request may be repeated. A valid token may have to
 * wait while others at the same address send invalid ones. A `Retry-After` beyond the remaining time ends the retries.
 * @param now monotonic clock in milliseconds
 */
export function createPatience(
  { patienceMs = PATIENCE_MS, backOffMs }: PatienceOptions,
  now: () => number = () => performance.now(),
): Patience {
  let since: number | undefined;
  let waits = 0;
  return {
    waitMs: (headers) => {
      since ??= now();
      const asked = retryAfterMs(headers.get('retry-after'));
      const firstMs = doublingMs(0, backOffMs);
      const least = asked === undefined ? doublingMs(waits, backOffMs) : Math.max(asked, firstMs);
      // Jitter, so that requests refused together are not repeated together.
      const wait = least + (Math.random() * firstMs) / 2;
      if (waits >= MOST_WAITS || now() - since + wait > patienceMs) return undefined;
      waits += 1;
      return wait;
    },
  };
}
