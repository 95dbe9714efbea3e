import type { PatienceOptions } from './patience.js';

/** Request options. Times are milliseconds. */
export interface SendOptions extends PatienceOptions {
  /** Retries (3) after network errors, timeouts and 5xx. For 429 see `patienceMs`; other 4xx are not retried. */
  readonly retries?: number;
  /** Response timeout, plus the time per megabyte (60,000). */
  readonly timeoutMs?: number;
  /** First wait before a retry; doubles each time, with up to 50 % jitter (500). */
  readonly backOffMs?: number;
  /** Called once with a message when a 429 is retried; must not throw. */
  readonly onWait?: (line: string) => void;
  /** Aborts requests in flight; the rest fails as `stopped`. */
  readonly signal?: AbortSignal;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch;
}
