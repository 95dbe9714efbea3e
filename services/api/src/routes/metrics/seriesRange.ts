import { ApiError, type TimeRange } from '@sluice/management';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Intervals of a series: each a multiple of what is stored, minutes or hours, and a part of the next round time. */
const INTERVALS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 7].map((days) => days * DAY_MS),
];

/** The most points of a series. */
export const MOST_POINTS = 400;

/** How long minutes are kept apart, after which there are hours. */
const MINUTES_KEPT_MS = DAY_MS;

/** A range of whole intervals. */
export interface SeriesRange extends TimeRange {
  readonly intervalMs: number;
}

/**
 * The interval of a series and its range in whole intervals: the shortest that is not shorter than the one asked for, gives
 * no more than {@link MOST_POINTS} points, and is an hour or more where the range reaches back to where only hours are
 * kept. A 400 where no interval is long enough.
 * @param askedMs milliseconds; 0 for the shortest @param nowMs milliseconds since 1970
 */
export function seriesRange({ fromMs, toMs }: TimeRange, askedMs: number, nowMs: number): SeriesRange {
  const shortest = fromMs < nowMs - MINUTES_KEPT_MS ? HOUR_MS : MINUTE_MS;
  for (const intervalMs of INTERVALS_MS) {
    if (intervalMs < askedMs || intervalMs < shortest) continue;
    const range = {
      fromMs: Math.floor(fromMs / intervalMs) * intervalMs,
      toMs: Math.ceil(toMs / intervalMs) * intervalMs,
      intervalMs,
    };
    if (range.toMs - range.fromMs <= MOST_POINTS * intervalMs) return range;
  }
  throw new ApiError(
    400,
    'bad_query',
    `A series has at most ${MOST_POINTS} points, of a week each at most: name a shorter range.`,
  );
}
