import type { ResponseOf } from '../../api/callApi';
import type { ChartData, ChartSeries, SeriesColor } from '../../components/chartTypes';
import { barTimes } from '../../lib/barTimes';
import { readNames, writeNames } from '../../lib/chosenNames';
import type { MetricFormat } from '../metrics/metricFormat';

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

/** The lines that are shown first: what is usual, and what is slow. Minima and maxima would flatten them. */
const USUAL: readonly Measure[] = ['p50', 'p95'];

const ALL_LINES: readonly Measure[] = MEASURES.map(([measure]) => measure);

/** Returns the lines that the search parameter `lines` names; the usual ones without it. */
export const readLines = (text: string | undefined): readonly Measure[] => readNames(text, ALL_LINES, USUAL);

/** Returns the search parameter for lines. */
export const writeLines = (lines: readonly Measure[]): string | undefined => writeNames(lines, ALL_LINES, USUAL);

type Answer = ResponseOf<'GET /api/0/projects/{org}/{project}/metrics/{name}'>;
type Point = Answer['series'][number]['points'][number];

const COLORS: readonly SeriesColor[] = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'];
/** A line keeps its color, whichever others are shown. */
const LINE_COLORS: Readonly<Record<Measure, SeriesColor>> = {
  p50: 'series-1',
  p95: 'series-2',
  p99: 'series-3',
  avg: 'series-4',
  min: 'series-5',
  max: 'series-6',
};
const colorOf = (index: number): SeriesColor => COLORS[index] ?? 'ink-3';

/** What the charts show: the lines of all values, or one measure of each group. */
interface ChartRequest {
  readonly groupBy: Group | undefined;
  readonly measure: Measure;
  readonly lines: readonly Measure[];
  readonly format: MetricFormat;
}

/** Returns the charts of a metric: its values, and how many there were. At most six groups, those with the most values. */
export function metricChart(
  { series, from, to, interval }: Answer,
  { groupBy, measure, lines: shownLines, format }: ChartRequest,
): { readonly values: ChartData; readonly counts: ChartData } {
  const step = interval * 1_000;
  const times = barTimes(Date.parse(from), Date.parse(to), step);
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
      ? MEASURES.flatMap(([id, label]) =>
          shownLines.includes(id)
            ? [{ id, label, color: LINE_COLORS[id], values: column(all, (point) => point[id], null) }]
            : [],
        )
      : shown.map((one, index) => ({
          id: labelOf(one),
          label: labelOf(one),
          color: colorOf(index),
          values: column(one.points, (point) => point[measure], null),
        }));
  return {
    values: { times, step, kind: 'lines', series: lines, format },
    counts: {
      times,
      step,
      kind: 'bars',
      series: shown.map((one, index) => ({
        id: labelOf(one),
        label: labelOf(one),
        color: groupBy === undefined ? 'processed' : colorOf(index),
        values: column(one.points, ({ count }) => count, 0),
      })),
    },
  };
}
