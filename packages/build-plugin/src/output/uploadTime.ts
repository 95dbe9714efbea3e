/** Time limit of all uploads of a build, and the time left, in milliseconds. */
export interface UploadTime {
  readonly limitMs: number;
  readonly leftMs: number;
  /** Interval of progress messages (5,000). */
  readonly progressMs?: number;
}
