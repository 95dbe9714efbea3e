/** How requests are made. Times are milliseconds. */
export interface SendOptions {
  /** Attempts after the first (3): for network errors, time-outs and 5xx, never for a 4xx. */
  readonly retries?: number;
  /** Longest wait for an answer, beside the time that a megabyte is given (60,000). */
  readonly timeoutMs?: number;
  /** First wait before a retry; it doubles, and is shortened by up to half at random (500). */
  readonly backOffMs?: number;
  /** Ends what is under way; what is left then fails as `stopped`. */
  readonly signal?: AbortSignal;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
}
