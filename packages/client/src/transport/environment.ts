/** What a transport works with; clock and timers are the global ones. */
export interface TransportEnvironment {
  readonly fetch: typeof globalThis.fetch;
  /** Hands over what has to outlive the page; false where it was not taken. Only browsers have it. */
  readonly beacon?: (url: string, body: string) => boolean;
  /** 0 to 1: `Math.random`. */
  readonly random?: () => number;
}
