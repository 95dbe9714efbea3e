/** Milliseconds for all uploads of the build, and what is left of them for this one. */
export interface UploadTime {
  readonly limitMs: number;
  readonly leftMs: number;
  /** Between two lines about progress (5,000). */
  readonly progressMs?: number;
}
