/** Time limit of the uploads of a build for browsers, or of those for servers, and the time left, in milliseconds. */
export interface UploadTime {
  readonly limitMs: number;
  readonly leftMs: number;
  /** Extends both for a map of this many bytes that must be sent; unset if the user set the limit. */
  readonly extend?: ((bytes: number) => number) | undefined;
  /** Interval of progress messages (5,000). */
  readonly progressMs?: number;
}
