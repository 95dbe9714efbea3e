/** A queued API call, or an error event of the window. */
export type Early =
  readonly [name: string, args: readonly unknown[]] | readonly [event: ErrorEvent | PromiseRejectionEvent, at: number];

/** `window.sluice` until the SDK has loaded. */
export interface EarlyApi {
  /** Oldest first; errors are added until `stop`. */
  readonly early: Early[];
  /** Stops queuing. */
  readonly stop: () => void;
}
