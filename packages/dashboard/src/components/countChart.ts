import type { ChartData, ChartSeries } from './chartTypes';
import { HOUR_MS, DAY_MS } from '../lib/durations';

/** Counts by hour or day of the reader's zone, as several operations answer them. */
interface Counted<Point> {
  readonly interval: 'hour' | 'day';
  readonly data: readonly Point[];
  /** UTC days, `YYYY-MM-DD`, whose events are not counted yet. */
  readonly uncounted?: readonly string[];
}

/** A series: an id, its label and color, and what it reads of each point. */
export type CountSeries<Point> = Pick<ChartSeries, 'id' | 'label' | 'color'> & {
  readonly read: (point: Point) => number;
};

const STEPS = { hour: HOUR_MS, day: DAY_MS } as const;

/** Returns counts as bars. A day that is not counted yet has no value instead of a zero. `others` are in the table only. */
export function countChart<Point extends { readonly time: string }>(
  { interval, data, uncounted = [] }: Counted<Point>,
  series: readonly CountSeries<Point>[],
  others: readonly CountSeries<Point>[] = [],
): ChartData {
  const step = STEPS[interval];
  const unknown = uncounted.map((day) => Date.parse(day));
  const isUnknown = (time: number): boolean => unknown.some((day) => time < day + STEPS.day && day < time + step);
  const toSeries = ({ read, ...rest }: CountSeries<Point>) => ({
    ...rest,
    values: data.map((point) => (isUnknown(Date.parse(point.time)) ? null : read(point))),
  });
  return {
    times: data.map(({ time }) => Date.parse(time)),
    step,
    kind: 'bars',
    series: series.map(toSeries),
    others: others.map(toSeries),
  };
}
