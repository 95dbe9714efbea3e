import {
  listMetrics,
  readMetricSeries,
  type MetricSeries,
  type MetricTotals,
  type SeriesPoint,
  wholeHours,
  type Bars,
} from '@sluice/db';
import { readSampledSeries } from './sql/readSampledSeries.js';
import {
  ApiError,
  type ListQuery,
  type Route,
  type RouteContext,
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
  readZone,
  zoneFields,
  text,
  time,
  integer,
} from '@sluice/management';
import { RELATIVE_ERROR } from '@sluice/sketch';
import { measuredTracesRoute } from './measuredTracesRoute.js';
import { recentRange, type RangeQuery } from '../recentRange.js';
import { MAX_POINTS, seriesRange } from './seriesRange.js';

const LIST = 'metrics';

const metric = named(
  'Metric',
  object({
    name: text(),
    count,
    sum: number,
    min: number,
    max: number,
    avg: number,
    last: described(object({ time, avg: number }), 'The newest stored point: a part of a minute, a minute or an hour.'),
  }),
);

const listMetricsRoute = defineRoute<ListQuery & { readonly query?: string }, unknown, unknown>({
  method: 'get',
  path: '/metrics',
  tag: 'Metrics',
  summary: 'List metrics with their totals',
  description:
    'Sorted by name; metrics with a value in the range of arrival, widened to whole hours, by default the last 24 hours. Beyond 2,000 names per project ' +
    'a metric has no series; its values stay on their spans.',
  permission: 'project:read',
  query: listQuery({ query: described(text(200), 'Part of the name, ignoring case.') }),
  response: listResponse(metric),
  handle: async ({ query }, context) => {
    const range = wholeHours(readRange(query, recentRange(context, 60_000)));
    const page = { ...readPage(query, LIST, context), ...range };
    const { environment, release, query: part } = query;
    const found = await listMetrics(context.db, context.project.id, page, { environment, release, query: part });
    return pageReply(found, LIST, context, totalsToWire);
  },
});

const totalsToWire = ({ name, count: values, sum, min, max, last }: MetricTotals): unknown => ({
  name,
  count: values,
  sum,
  min,
  max,
  avg: sum / values,
  last: { time: last.time.toISOString(), avg: last.avg },
});

interface SeriesQuery extends RangeQuery {
  readonly release?: string;
  readonly interval?: number;
  readonly groupBy?: 'environment' | 'release' | 'rootName';
  readonly rootName?: string;
}

const series = object(
  {
    environment: described(nullable(text()), 'If grouped by it; null for spans without one.'),
    release: described(nullable(text()), 'If grouped by it; null for spans without one.'),
    rootName: described(nullable(text()), 'If grouped by it; null for spans whose trace has no root yet.'),
    points: listOf(
      object({
        time,
        count,
        sum: number,
        min: number,
        max: number,
        p50: number,
        p95: number,
        p99: number,
        avg: number,
      }),
    ),
  },
  ['environment', 'release', 'rootName'],
);

const readSeriesRoute = defineRoute<SeriesQuery, unknown, unknown>({
  method: 'get',
  path: '/metrics/{name}',
  tag: 'Metrics',
  summary: 'Read the series of a metric',
  description:
    `By time of arrival, at most ${MAX_POINTS} points per series; intervals without values have no point. The interval is the ` +
    'shortest that is not below the requested one and fits the range: minutes are stored for a day, then hours. The range is ' +
    'widened to whole hours. `GET /metrics/{name}/traces` with `from` and `to` returns the traces behind a point. By ' +
    'root name, the series are computed from the newest 20,000 spans of the range: see `scannedTo`.',
  permission: 'project:read',
  params: { name: 'The metric’s name.' },
  query: optionalFields({
    ...rangeFields,
    ...environmentFields,
    ...zoneFields,
    interval: described(integer(1, 604_800), 'Minimum seconds per point.'),
    groupBy: described(oneOf('environment', 'release', 'rootName'), 'One series per value, at most 50.'),
    rootName: described(text(512), 'Only spans of traces whose first root span has this name.'),
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
      scannedTo: described(
        nullable(time),
        'Set if the series count only values that arrived after this time, because they are by root name.',
      ),
      series: listOf(series),
    }),
  ),
  handle: async ({ params, query }, context) => {
    const name = params['name'] ?? '';
    const { groupBy, interval = 0 } = query;
    const bars = seriesRange(readRange(query, recentRange(context, 60_000)), {
      askedMs: interval * 1_000,
      nowMs: context.clock(),
      zone: readZone(query),
    });
    const found = await readSeries({ name, bars, ...query }, context);
    return {
      body: {
        name,
        from: new Date(bars.fromMs).toISOString(),
        to: new Date(bars.toMs).toISOString(),
        interval: bars.stepMs / 1_000,
        errorBound: RELATIVE_ERROR,
        truncated: found.truncated,
        scannedTo: found.scannedToMs === undefined ? null : new Date(found.scannedToMs).toISOString(),
        series: found.series.map((one) => seriesToWire(one, groupBy)),
      },
    };
  },
});

/** From the stored points, or from spans if it is about the names of root spans. */
async function readSeries(
  asked: SeriesQuery & { readonly name: string; readonly bars: Bars },
  { db, project }: RouteContext,
): Promise<Awaited<ReturnType<typeof readSampledSeries>>> {
  const { name, environment, release, rootName, groupBy, bars } = asked;
  const request = { name, environment, release, bars };
  if (groupBy === 'rootName' || (rootName !== undefined && groupBy === undefined))
    return readSampledSeries(db, project.id, { ...request, rootName, isGrouped: groupBy !== undefined });
  if (rootName !== undefined)
    throw new ApiError(400, 'bad_query', 'rootName cannot be combined with groupBy=environment or groupBy=release.');
  return { ...(await readMetricSeries(db, project.id, { ...request, groupBy })), scannedToMs: undefined };
}

const seriesToWire = ({ group, points }: MetricSeries, groupBy: SeriesQuery['groupBy']): unknown => ({
  ...(groupBy === undefined ? {} : { [groupBy]: group === '' ? null : group }),
  points: points.map(pointToWire),
});

const pointToWire = ({ timeMs, ...values }: SeriesPoint): unknown => ({
  time: new Date(timeMs).toISOString(),
  ...values,
  avg: values.sum / values.count,
});

/** Operations on metrics. */
export const metricsRoutes: readonly Route[] = [listMetricsRoute, readSeriesRoute, measuredTracesRoute];
