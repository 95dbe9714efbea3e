import { MINUTE_MS } from '@sluice/contract';
import { MAX_POINTS } from '@sluice/api-contract';
import { barsOf, wholeHours, type Bars } from '@sluice/reading';
import { ApiError, type TimeRange } from '@sluice/management';

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Steps of a series: multiples of the stored minutes or hours that divide the next larger unit. */
const INTERVALS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 7].map((days) => days * DAY_MS),
];

/** How long minutes are stored before they are merged into hours. */
const MINUTE_RETENTION_MS = DAY_MS;

/** Which bars a series has. */
interface SeriesOptions {
  /** Shortest step, milliseconds; default the shortest that is possible. */
  readonly askedMs?: number;
  /** A range that begins more than a day before it has bars of an hour or more. Default: no bound. */
  readonly nowMs?: number;
  /** Maximum number of bars. */
  readonly most?: number;
  readonly zone?: string | undefined;
  /** Whether the range is of rows, which are also listed: bars below an hour then cover it without widening it to hours. */
  readonly isOfRows?: boolean;
}

/**
 * Returns the bars of a series. The range is widened to whole hours; the step is the shortest that is at least `askedMs`, gives at
 * most `most` bars, and is an hour or more if the range begins before the stored minutes.
 * @throws ApiError 400 if no step is long enough
 */
export function seriesRange(
  asked: TimeRange,
  { askedMs = 0, nowMs = -Infinity, most = MAX_POINTS, zone, isOfRows = false }: SeriesOptions,
): Bars {
  const hours = wholeHours(asked);
  const shortest = hours.fromMs < Math.floor((nowMs - MINUTE_RETENTION_MS) / HOUR_MS) * HOUR_MS ? HOUR_MS : MINUTE_MS;
  for (const stepMs of INTERVALS_MS) {
    if (stepMs < askedMs || stepMs < shortest) continue;
    const covered = isOfRows && stepMs < HOUR_MS ? widen(asked, stepMs) : hours;
    if (covered.toMs - covered.fromMs > most * stepMs) continue;
    const bars = barsOf(covered, stepMs, zone);
    // The first and the last one may be partial.
    if (bars.times.length <= most) return bars;
  }
  throw new ApiError(
    400,
    'bad_query',
    `The range is too long: a series has at most ${most} points of at most a week. Use a shorter range.`,
  );
}

const widen = ({ fromMs, toMs }: TimeRange, stepMs: number): TimeRange => ({
  fromMs: Math.floor(fromMs / stepMs) * stepMs,
  toMs: Math.ceil(toMs / stepMs) * stepMs,
});
