import { HOUR_MS } from '@sluice/contract';
import { barsOf, LAST_HOUR_MS, wholeHours } from '@sluice/reading';
import type { SeriesRange } from './sql/issueSeries.js';

const DAY_MS = 24 * HOUR_MS;

/** Longer ranges have bars of a day. */
const HOURLY_MS = 2 * DAY_MS;

/** The most days of a series, the latest ones. */
const MAX_DAYS = 90;

/**
 * Returns the bars of a range: hours if it is at most two days long, otherwise days of the zone, at most 90. Without a start, the 24
 * hours up to its end. The last bar contains the end of the range, at most now.
 */
export function seriesRange(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  nowMs: number,
  zone?: string,
): SeriesRange {
  const lastMs = Math.max(Math.min(toMs, nowMs + 1), fromMs + 1);
  const endMs = Math.min(Math.ceil(lastMs / HOUR_MS) * HOUR_MS, LAST_HOUR_MS);
  // No event arrived before 1970, and no id names such a time.
  const startMs = fromMs === 0 ? Math.max(0, endMs - DAY_MS) : Math.max(fromMs, endMs - MAX_DAYS * DAY_MS);
  const range = wholeHours({ fromMs: Math.min(startMs, endMs - HOUR_MS), toMs: endMs });
  return barsOf(range, range.toMs - range.fromMs <= HOURLY_MS + HOUR_MS ? HOUR_MS : DAY_MS, zone);
}
