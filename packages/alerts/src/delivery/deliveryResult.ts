/** Result of one attempt. */
export interface DeliveryResult {
  /** `retry`: the same message may be accepted later. `dead`: it never will. */
  readonly result: 'sent' | 'retry' | 'dead';
  /** Of `dead`: whether the whole destination is dead, or it refuses this message only. */
  readonly scope?: 'destination' | 'message';
  /** Of HTTP or SMTP; `null` if there was no answer. */
  readonly status: number | null;
  readonly tookMs: number;
  /** Why it was not sent, or what was wrong although it was; no secrets. `null` if nothing was wrong. */
  readonly problem: string | null;
  /** The first kilobyte of the answer, without secrets and control characters. */
  readonly response: string;
  /** How long the receiver asks to wait. */
  readonly retryAfterMs?: number;
}
