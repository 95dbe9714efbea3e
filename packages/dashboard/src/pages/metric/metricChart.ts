import type { ResponseOf } from '../../api/callApi';
import type { ChartData, ChartSeries, SeriesColor } from '../../components/chartTypes';
import { formatValue } from '../metrics/formatValue';

/** What a metric can be grouped by. */
export type Group = 'environment' | 'release' | 'rootName';
/** What is shown of each group. */
export type Measure = 'avg' | 'p50' | 'p95' | 'p99' | 'min' | 'max';

/** Choices of the group. */
export const GROUPS = [
  ['', 'Nothing'],
  ['environment', 'Environment'],
  ['release', 'Release'],
  ['rootName', 'Root name'],
] as const;

/** Choices of the measure. */
export const MEASURES = [
  ['avg', 'Average'],
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['min', 'Min'],
  ['max', 'Max'],
] as const;

/** Returns the group that a search parameter names; `undefined` for none. */
export const groupOf = (text: string | undefined): Group | undefined =>
  text === 'environment' || text === 'release' || text === 'rootName' ? text : undefined;

type Answer = ResponseOf<'GET /api/0/projects/{org}/{project}/metrics/{name}'>;
type Point = Answer['series'][number]['points'][number];

const COLORS: readonly SeriesColor[] = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'];
const colorOf = (index: number): SeriesColor => COLORS[index] ?? 'ink-3';

/** Returns the charts of a metric: its values, and how many there were. At most six groups, those with the most values. */
export function metricChart(
  { series, from, to, interval }: Answer,
  groupBy: Group | undefined,
  measure: Measure,
): { readonly values: ChartData; readonly counts: ChartData } {
  const step = interval * 1_000;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const times = Array.from(
    { length: Math.max(1, Math.round((end - start) / step)) },
    (_, index) => start + index * step,
  );
  const column = (points: readonly Point[], read: (point: Point) => number, none: number | null) => {
    const at = new Map(points.map((point) => [Date.parse(point.time), point]));
    return times.map((time) => {
      const point = at.get(time);
      return point === undefined ? none : read(point);
    });
  };
  const shown = series.slice(0, COLORS.length);
  const labelOf = (one: Answer['series'][number]): string =>
    groupBy === undefined ? 'Values' : (one[groupBy] ?? 'none');
  const all = series[0]?.points ?? [];
  const lines: readonly ChartSeries[] =
    groupBy === undefined
      ? (['avg', 'p50', 'p95', 'p99', 'min', 'max'] as const).map((id, index) => ({
          ...{ id, label: MEASURES.find(([own]) => own === id)?.[1] ?? id, color: colorOf(index) },
          values: column(all, (point) => point[id], null),
        }))
      : shown.map((one, index) => ({
          ...{ id: labelOf(one), label: labelOf(one), color: colorOf(index) },
          values: column(one.points, (point) => point[measure], null),
        }));
  return {
    values: { times, step, kind: 'lines', series: lines, format: formatValue },
    counts: {
      times,
      step,
      kind: 'bars',
      series: shown.map((one, index) => ({
        ...{ id: labelOf(one), label: labelOf(one), color: groupBy === undefined ? 'processed' : colorOf(index) },
        values: column(one.points, ({ count }) => count, 0),
      })),
    },
  };
}
