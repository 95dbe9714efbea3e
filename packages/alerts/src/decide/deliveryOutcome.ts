/** How an attempt ended. */
export interface DeliveryOutcome {
  /** `retry`: the same message may be accepted later. `dead`: it never will. */
  readonly result: 'sent' | 'retry' | 'dead';
  /** Of `dead`: `destination`, the default: it accepts no further message. `message`: it refuses only this one. */
  readonly scope?: 'destination' | 'message';
  /** HTTP status or SMTP code; `null` if there was no answer. */
  readonly status: number | null;
  readonly tookMs: number;
  /** Why it was not sent, or what was wrong although it was, without secrets. `null` if nothing was wrong. */
  readonly problem: string | null;
  /** The first kilobyte of the response, without secrets and control characters. `null` if nothing was sent. */
  readonly response: string | null;
  /** How long the receiver asks to wait. */
  readonly retryAfterMs?: number;
}
