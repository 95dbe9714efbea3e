// Without imports, so that bundlers write the numbers in place of the names.

/** Maximum hold-off: a month. */
export const MOST_HELD_SECONDS = 2_678_400;
/** Jitter, so that clients do not resume at the same moment. */
export const SPREAD_MS = 5000;

/**
 * Maximum bytes of beacons and keepalive requests in flight. The Fetch standard allows 65,536 per page; the rest is left for other
 * scripts.
 */
export const PAGE_BYTES = 60_000;
/** Part of it that earlier requests may use; the rest is reserved for leaving the page. */
export const EARLY_BYTES = 30_000;

/** Maximum events per batch. */
export const MOST_EVENTS = 1000;
/** Maximum bytes of a batch. */
export const MOST_BYTES = 1_000_000;
/** Maximum bytes of a batch when a page is left, so that two fit. */
export const MOST_LEAVING_BYTES = 30_000;
/** Bytes of the end of a body: `]}`. */
export const END_BYTES = 2;

/** Maximum waiting events, besides the last group. */
export const MOST_WAITING = 1000;
/** Maximum requests in flight. */
export const MOST_UNDER_WAY = 4;
