import { MINUTE_MS, HOUR_MS } from '@sluice/contract';
import { MAX_ENDPOINT_POINTS, type QueryOf, endpointsApi } from '@sluice/api-contract';
import { wholeHours } from '@sluice/reading';
import { type Route, type TimeRange, readRange, readZone, serve } from '@sluice/management';
import { RELATIVE_ERROR } from '@sluice/sketch';
import { seriesRange } from '../metrics/seriesRange.js';
import { recentRange } from '../recentRange.js';
import type { EndpointTotals } from './sql/endpointRows.js';
import { type ListedEndpoint, listEndpoints } from './sql/listEndpoints.js';
import { readEndpointSeries } from './sql/readEndpointSeries.js';

const toWire = ({ count: roots, errors, ...durations }: EndpointTotals, lengthMs: number) => ({
  count: roots,
  errors,
  errorRate: errors / roots,
  perMinute: (roots * MINUTE_MS) / lengthMs,
  ...durations,
});

type ListEndpointsQuery = QueryOf<typeof endpointsApi.list>;

const list = serve(endpointsApi.list, async ({ query: asked }, context) => {
  const range = wholeHours(readRange(asked, recentRange(context)));
  const { environment: place, query, sort, limit } = asked;
  const found = await listEndpoints(context.db, context.project.id, { ...range, environment: place, query });
  const lengthMs = lengthOf(range, context.clock());
  return {
    body: {
      from: new Date(range.fromMs).toISOString(),
      to: new Date(range.toMs).toISOString(),
      errorBound: RELATIVE_ERROR,
      pending: found.isPending,
      truncated: found.truncated || found.endpoints.length > limit,
      total: found.total === undefined ? null : toWire(found.total, lengthMs),
      data: sorted(found.endpoints, sort)
        .slice(0, limit)
        .map(({ name, ...totals }) => ({ name, ...toWire(totals, lengthMs) })),
    },
  };
});

function sorted(endpoints: readonly ListedEndpoint[], sort: ListEndpointsQuery['sort']): readonly ListedEndpoint[] {
  const byName = (a: ListedEndpoint, b: ListedEndpoint): number => (a.name < b.name ? -1 : 1);
  if (sort === 'name') return [...endpoints].sort(byName);
  const valueOf = (one: ListedEndpoint): number => (sort === 'errorRate' ? one.errors / one.count : one[sort]);
  return [...endpoints].sort((a, b) => valueOf(b) - valueOf(a) || b.count - a.count || byName(a, b));
}

/** The time of the range that has passed, at least a minute: the rate of the current hour is not that of a whole one. */
const lengthOf = ({ fromMs, toMs }: TimeRange, nowMs: number): number =>
  Math.max(Math.min(toMs, nowMs) - fromMs, MINUTE_MS);

const readSeries = serve(endpointsApi.readSeries, async ({ query }, context) => {
  const { name, environment: place, interval = 0 } = query;
  const asked = Math.max(interval * 1_000, HOUR_MS);
  const bars = seriesRange(readRange(query, recentRange(context)), {
    askedMs: asked,
    nowMs: context.clock(),
    most: MAX_ENDPOINT_POINTS,
    zone: readZone(query),
  });
  const found = await readEndpointSeries(context.db, context.project.id, {
    bars,
    name: name ?? '',
    environment: place,
  });
  return {
    body: {
      name: name ?? null,
      from: new Date(bars.fromMs).toISOString(),
      to: new Date(bars.toMs).toISOString(),
      interval: bars.stepMs / 1_000,
      errorBound: RELATIVE_ERROR,
      pending: found.isPending,
      points: found.points.map(({ timeMs, hours, ...totals }) => ({
        time: new Date(timeMs).toISOString(),
        ...toWire(totals, lengthOf(hours, context.clock())),
      })),
    },
  };
});

/** Operations on root spans by name. */
export const endpointsRoutes: readonly Route[] = [list, readSeries];
