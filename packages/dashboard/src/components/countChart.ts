import type { ChartData, ChartSeries } from './chartTypes';

/** Counts by hour or UTC day, as several operations answer them. */
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

const STEPS = { hour: 3_600_000, day: 86_400_000 } as const;

/** Returns counts as bars. A day that is not counted yet has no value instead of a zero. `others` are in the table only. */
export function countChart<Point extends { readonly time: string }>(
  { interval, data, uncounted = [] }: Counted<Point>,
  series: readonly CountSeries<Point>[],
  others: readonly CountSeries<Point>[] = [],
): ChartData {
  const unknown = new Set(uncounted);
  const toSeries = ({ read, ...rest }: CountSeries<Point>) => ({
    ...rest,
    values: data.map((point) => (unknown.has(point.time.slice(0, 10)) ? null : read(point))),
  });
  return {
    ...{ times: data.map(({ time }) => Date.parse(time)), step: STEPS[interval], kind: 'bars' },
    series: series.map(toSeries),
    others: others.map(toSeries),
    ...(interval === 'day' ? { zone: 'UTC' } : {}),
  };
}
