/** Which page of a list. Lists are in order of arrival, newest first, unless they say otherwise. */
export interface PageRequest {
  /** The most rows of a page. */
  readonly limit: number;
  /** Arrival, milliseconds since 1970: from this one … */
  readonly fromMs: number;
  /** … up to, not with, this one. */
  readonly toMs: number;
  /** Where the page before ended: its `next`. `undefined` for the first page. */
  readonly after: string | undefined;
}

/** One page of a list. */
export interface Page<T> {
  readonly rows: readonly T[];
  /** Where the next page begins; `undefined` where there is nothing more within the bounds. */
  readonly next: string | undefined;
  /**
   * Set where the look ended at its bound before the page was full: everything that arrived since (milliseconds since
   * 1970) was looked at, and `next` goes on from there.
   */
  readonly scannedToMs: number | undefined;
}
