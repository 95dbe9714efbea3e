import { MINUTE_MS } from '@sluice/contract';
import { metricsApi, type QueryOf } from '@sluice/api-contract';
import { wholeHours, type Bars } from '@sluice/reading';
import { listMetrics, readMetricSeries, type MetricSeries, type MetricTotals, type SeriesPoint } from '@sluice/metrics';
import { readSampledSeries } from './sql/readSampledSeries.js';
import {
  ApiError,
  type Route,
  type RouteContext,
  pageReply,
  readPage,
  readRange,
  readZone,
  serve,
} from '@sluice/management';
import { RELATIVE_ERROR } from '@sluice/sketch';
import { measuredTracesRoute } from './measuredTracesRoute.js';
import { recentRange } from '../recentRange.js';
import { seriesRange } from './seriesRange.js';

const LIST = 'metrics';

const list = serve(metricsApi.list, async ({ query }, context) => {
  const range = wholeHours(readRange(query, recentRange(context, MINUTE_MS)));
  const page = { ...readPage(query, LIST, context), ...range };
  const { environment, release, query: part } = query;
  const found = await listMetrics(context.db, context.project.id, page, { environment, release, query: part });
  return pageReply(found, LIST, context, totalsToWire);
});

const totalsToWire = ({ name, count: values, sum, min, max, last }: MetricTotals) => ({
  name,
  count: values,
  sum,
  min,
  max,
  avg: sum / values,
  last: { time: last.time.toISOString(), avg: last.avg },
});

type SeriesQuery = QueryOf<typeof metricsApi.readSeries>;

const readSeriesRoute = serve(metricsApi.readSeries, async ({ params, query }, context) => {
  const name = params.name;
  const { groupBy, interval = 0 } = query;
  const bars = seriesRange(readRange(query, recentRange(context, MINUTE_MS)), {
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

const seriesToWire = ({ group, points }: MetricSeries, groupBy: SeriesQuery['groupBy']) => ({
  ...(groupBy === undefined ? {} : { [groupBy]: group === '' ? null : group }),
  points: points.map(pointToWire),
});

const pointToWire = ({ timeMs, ...values }: SeriesPoint) => ({
  time: new Date(timeMs).toISOString(),
  ...values,
  avg: values.sum / values.count,
});

/** Operations on metrics. */
export const metricsRoutes: readonly Route[] = [list, readSeriesRoute, measuredTracesRoute];
