/** What happened before the SDK was there: a call of its API, or an event of the window that tells of an error. */
export type Early =
  readonly [name: string, args: readonly unknown[]] | readonly [event: ErrorEvent | PromiseRejectionEvent, at: number];

/** What `window.sluice` is until the SDK is there. */
export interface EarlyApi {
  /** The oldest first; errors are added until `stop`. */
  readonly early: Early[];
  /** Queues no more. */
  readonly stop: () => void;
}
