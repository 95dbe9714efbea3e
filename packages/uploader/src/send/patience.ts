import { retryAfterMs } from './retryAfterMs.js';

/** How long a client waits out 429s. Times are milliseconds. */
export interface PatienceOptions {
  /** Longest time from the first 429 to the last attempt (90,000); 0: it is final. */
  readonly patienceMs?: number;
  /** Shortest wait; where a 429 does not ask for any, it doubles (500). */
  readonly backOffMs?: number;
}

/** What one request is granted for waiting. */
export interface Patience {
  /** Milliseconds to wait after a 429 before the next attempt; `undefined` where there is to be none. */
  readonly waitMs: (headers: Headers) => number | undefined;
}

/** Longer than the minute in which a service forgets the last invalid token of an address. */
export const PATIENCE_MS = 90_000;
/** Attempts after 429s, even where none asks for a wait. */
const MOST_WAITS = 20;
const BACK_OFF_MS = 500;

/**
 * Patience for one request. A 429 did nothing, so that everything may be sent again: where others at this address send
 * invalid tokens, one that is valid must wait for a turn, and another client may be faster. What asks for more than is
 * left is not waited for.
 * @param now milliseconds that only grow
 */
export function createPatience(
  { patienceMs = PATIENCE_MS, backOffMs = BACK_OFF_MS }: PatienceOptions,
  now: () => number = () => performance.now(),
): Patience {
  let since: number | undefined;
  let waits = 0;
  return {
    waitMs: (headers) => {
      since ??= now();
      const asked = retryAfterMs(headers.get('retry-after'));
      const least = asked === undefined ? backOffMs * 2 ** waits : Math.max(asked, backOffMs);
      // So that requests which were refused together do not come back together.
      const wait = least + (Math.random() * backOffMs) / 2;
      if (waits >= MOST_WAITS || now() - since + wait > patienceMs) return undefined;
      waits += 1;
      return wait;
    },
  };
}
