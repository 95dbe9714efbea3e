import { ApiError, type TimeRange } from '@sluice/management';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Intervals of a series: multiples of the stored minutes or hours that divide the next larger unit. */
const INTERVALS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 7].map((days) => days * DAY_MS),
];

/** Maximum points per series. */
export const MAX_POINTS = 400;

/** How long minutes are stored before they are merged into hours. */
const MINUTE_RETENTION_MS = DAY_MS;

/** A range that consists of whole intervals. */
export interface SeriesRange extends TimeRange {
  readonly intervalMs: number;
}

/**
 * Returns the interval of a series and its range, widened to whole intervals: the shortest interval that is at least
 * `askedMs`, gives at most `most` points, and is an hour or more if the range begins before the stored minutes.
 * @param askedMs milliseconds; 0 for the shortest interval @param nowMs milliseconds since 1970 @param most points
 * @throws ApiError 400 if no interval is long enough
 */
export function seriesRange(
  { fromMs, toMs }: TimeRange,
  askedMs: number,
  nowMs: number,
  most = MAX_POINTS,
): SeriesRange {
  const shortest = fromMs < nowMs - MINUTE_RETENTION_MS ? HOUR_MS : MINUTE_MS;
  for (const intervalMs of INTERVALS_MS) {
    if (intervalMs < askedMs || intervalMs < shortest) continue;
    const range = {
      fromMs: Math.floor(fromMs / intervalMs) * intervalMs,
      toMs: Math.ceil(toMs / intervalMs) * intervalMs,
      intervalMs,
    };
    if (range.toMs - range.fromMs <= most * intervalMs) return range;
  }
  throw new ApiError(
    400,
    'bad_query',
    `The range is too long: a series has at most ${most} points of at most a week. Use a shorter range.`,
  );
}
