import type { SeriesRange } from '@sluice/db';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Longer ranges have buckets of a day. */
const HOURLY_MS = 2 * DAY_MS;

/** The most days of a series, the latest ones. */
const MAX_DAYS = 90;

/**
 * Returns the buckets of a range: hours if it is at most two days long, otherwise UTC days, at most 90. Without a start, the 24
 * hours up to its end. The last bucket contains the end of the range, at most now.
 */
export function seriesRange(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  nowMs: number,
): SeriesRange {
  const endMs = Math.max(Math.min(toMs, nowMs + 1), fromMs + 1);
  const startMs = fromMs === 0 ? endMs - DAY_MS + 1 : fromMs;
  const stepMs = endMs - startMs <= HOURLY_MS ? HOUR_MS : DAY_MS;
  const last = Math.floor((endMs - 1) / stepMs);
  // No event arrived before 1970, and no id names such a time.
  const first = Math.max(0, fromMs === 0 ? last - DAY_MS / HOUR_MS + 1 : Math.floor(startMs / stepMs));
  const count = Math.min(last - first + 1, MAX_DAYS);
  return { fromMs: (last - count + 1) * stepMs, stepMs, count };
}
