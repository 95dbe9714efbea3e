/** How an attempt ended. */
export interface DeliveryOutcome {
  readonly result: 'sent' | 'retry' | 'dead';
  /** Of `dead`: whether the destination takes no message any more (the default), or only not this one. */
  readonly scope?: 'destination' | 'message';
  /** HTTP status or SMTP code. */
  readonly status: number | null;
  readonly tookMs: number;
  /** What went wrong, without secrets. */
  readonly problem: string | null;
  /** The first kilobyte of the response. */
  readonly response: string | null;
  /** What the receiver asked for. */
  readonly retryAfterMs?: number;
}
