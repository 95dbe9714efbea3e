import { listMetrics, readMetricSeries, type MetricSeries, type MetricTotals, type SeriesPoint } from '@sluice/db';
import {
  type ListQuery,
  type Route,
  type RouteContext,
  type TimeRange,
  count,
  defineRoute,
  described,
  boolean,
  listResponse,
  listOf,
  listQuery,
  named,
  nullable,
  number,
  object,
  oneOf,
  optionalFields,
  pageReply,
  environmentFields,
  rangeFields,
  readPage,
  readRange,
  text,
  time,
  integer,
} from '@sluice/management';
import { RELATIVE_ERROR } from '@sluice/sketch';
import { MAX_POINTS, seriesRange } from './seriesRange.js';

const LIST = 'metrics';
const DAY_MS = 86_400_000;

const metric = named('Metric', object({ name: text(), count, sum: number, min: number, max: number, avg: number }));

/** Without a range, lists cover the last day. */
const usualRange = ({ clock }: RouteContext): TimeRange => ({ fromMs: clock() - DAY_MS, toMs: clock() + 60_000 });

const listMetricsRoute = defineRoute<ListQuery, unknown, unknown>({
  method: 'get',
  path: '/metrics',
  tag: 'Metrics',
  summary: 'List metrics with their totals',
  description:
    'Sorted by name; metrics with a value in the range of arrival, by default the last 24 hours. Beyond 2,000 names per project ' +
    'a metric has no series; its values stay on their spans.',
  permission: 'project:read',
  query: listQuery(),
  response: listResponse(metric),
  handle: async ({ query }, context) => {
    const page = { ...readPage(query, LIST, context), ...readRange(query, usualRange(context)) };
    const { environment, release } = query;
    const found = await listMetrics(context.db, context.project.id, page, { environment, release });
    return pageReply(found, LIST, context, totalsToWire);
  },
});

const totalsToWire = ({ name, count: values, sum, min, max }: MetricTotals): unknown => ({
  name,
  count: values,
  sum,
  min,
  max,
  avg: sum / values,
});

interface SeriesQuery {
  readonly from?: string;
  readonly to?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly interval?: number;
  readonly groupBy?: 'environment' | 'release';
}

const series = object(
  {
    environment: described(nullable(text()), 'If grouped by it; null for spans without one.'),
    release: described(nullable(text()), 'If grouped by it; null for spans without one.'),
    points: listOf(
      object({ time, count, sum: number, min: number, max: number, p50: number, p95: number, p99: number }),
    ),
  },
  ['environment', 'release'],
);

const readSeriesRoute = defineRoute<SeriesQuery, unknown, unknown>({
  method: 'get',
  path: '/metrics/{name}',
  tag: 'Metrics',
  summary: 'Read the series of a metric',
  description:
    `By time of arrival, at most ${MAX_POINTS} points per series; intervals without values have no point. The interval is the ` +
    'shortest that is not below the requested one and fits the range: minutes are stored for a day, then hours. `from` and `to` ' +
    'are widened to whole intervals. `GET /spans` with `metric`, `from` and `to` returns the spans behind a point.',
  permission: 'project:read',
  params: { name: 'The metric’s name.' },
  query: optionalFields({
    ...rangeFields,
    ...environmentFields,
    interval: described(integer(1, 604_800), 'Minimum seconds per point.'),
    groupBy: described(oneOf('environment', 'release'), 'One series per value, at most 50.'),
  }),
  response: named(
    'MetricSeries',
    object({
      name: text(),
      from: time,
      to: time,
      interval: described(count, 'Seconds per point.'),
      errorBound: described(
        number,
        'Maximum relative error of a quantile. Quantiles interpolate between the two nearest values, as `percentile_cont` does.',
      ),
      truncated: described(boolean, 'Older points or further series are missing because there were too many to read.'),
      series: listOf(series),
    }),
  ),
  handle: async ({ params, query }, context) => {
    const name = params['name'] ?? '';
    const { environment, release, groupBy, interval = 0 } = query;
    const range = seriesRange(readRange(query, usualRange(context)), interval * 1_000, context.clock());
    const found = await readMetricSeries(context.db, context.project.id, {
      name,
      environment,
      release,
      groupBy,
      ...range,
    });
    return {
      body: {
        name,
        from: new Date(range.fromMs).toISOString(),
        to: new Date(range.toMs).toISOString(),
        interval: range.intervalMs / 1_000,
        errorBound: RELATIVE_ERROR,
        truncated: found.truncated,
        series: found.series.map((one) => seriesToWire(one, groupBy)),
      },
    };
  },
});

const seriesToWire = ({ group, points }: MetricSeries, groupBy: SeriesQuery['groupBy']): unknown => ({
  ...(groupBy === undefined ? {} : { [groupBy]: group === '' ? null : group }),
  points: points.map(pointToWire),
});

const pointToWire = ({ timeMs, ...values }: SeriesPoint): unknown => ({
  time: new Date(timeMs).toISOString(),
  ...values,
});

/** Operations on metrics. */
export const metricsRoutes: readonly Route[] = [listMetricsRoute, readSeriesRoute];
