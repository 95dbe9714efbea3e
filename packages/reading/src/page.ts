/** Which page of a list. Lists are in order of arrival, newest first, unless documented otherwise. */
export interface PageRequest {
  /** The most rows of a page. */
  readonly limit: number;
  /** Earliest arrival, milliseconds since 1970, inclusive. */
  readonly fromMs: number;
  /** Latest arrival, exclusive. */
  readonly toMs: number;
  /** `next` of the previous page; `undefined` for the first page. */
  readonly after: string | undefined;
}

/** One page of a list. */
export interface Page<T> {
  readonly rows: readonly T[];
  /** Cursor of the next page; `undefined` if there are no more rows in the range. */
  readonly next: string | undefined;
  /**
   * Set if the scan reached its limit before the page was full: everything that arrived since then (milliseconds since 1970)
   * was scanned, and `next` continues from there.
   */
  readonly scannedToMs: number | undefined;
}
