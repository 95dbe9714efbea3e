import type { PatienceOptions } from './patience.js';

/** How requests are made. Times are milliseconds. */
export interface SendOptions extends PatienceOptions {
  /** Attempts after the first (3): for network errors, time-outs and 5xx. A 429 has `patienceMs`; no other 4xx is repeated. */
  readonly retries?: number;
  /** Longest wait for an answer, beside the time that a megabyte is given (60,000). */
  readonly timeoutMs?: number;
  /** First wait before a retry; it doubles, and is shortened by up to half at random (500). */
  readonly backOffMs?: number;
  /** Told once, in one line, that a 429 is waited out; must not throw. */
  readonly onWait?: (line: string) => void;
  /** Ends what is under way; what is left then fails as `stopped`. */
  readonly signal?: AbortSignal;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
}
