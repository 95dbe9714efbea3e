import { listEndpoints, type ListedEndpoint } from './sql/listEndpoints.js';
import { readEndpointSeries } from './sql/readEndpointSeries.js';
import { wholeHours } from '@sluice/db';
import type { EndpointTotals } from './sql/endpointRows.js';
import {
  type Route,
  type TimeRange,
  boolean,
  count,
  defineRoute,
  described,
  integer,
  listOf,
  named,
  nullable,
  number,
  object,
  oneOf,
  optionalFields,
  rangeFields,
  readRange,
  readZone,
  zoneFields,
  text,
  time,
} from '@sluice/management';
import { RELATIVE_ERROR } from '@sluice/sketch';
import { recentRange, type RangeQuery } from '../recentRange.js';
import { seriesRange } from '../metrics/seriesRange.js';

const HOUR_MS = 3_600_000;

/** An hourly series of a month. */
const MAX_POINTS = 800;

const SORTS = ['count', 'errors', 'errorRate', 'avg', 'p50', 'p95', 'p99', 'name'] as const;

const totalsFields = {
  count: described(count, 'Root spans.'),
  errors: described(count, 'Root spans with status `error`.'),
  errorRate: described(number, 'errors / count.'),
  perMinute: described(number, 'Root spans per minute of the interval.'),
  avg: described(number, 'Of durations, milliseconds.'),
  min: number,
  max: number,
  p50: number,
  p95: number,
  p99: number,
};

const errorBound = described(number, 'Maximum relative error of a quantile.');
const pending = described(
  boolean,
  'Spans of the range were stored that are not counted yet: housekeeping counts them within seconds, those of a very large hour within minutes.',
);
const environment = described(text(250), 'Only root spans of this environment.');

const toWire = ({ count: roots, errors, ...durations }: EndpointTotals, lengthMs: number) => ({
  count: roots,
  errors,
  errorRate: errors / roots,
  perMinute: (roots * 60_000) / lengthMs,
  ...durations,
});

interface ListEndpointsQuery extends RangeQuery {
  readonly query?: string;
  readonly sort: (typeof SORTS)[number];
  readonly limit: number;
}

const endpoint = named('Endpoint', object({ name: text(), ...totalsFields }));

const list = defineRoute<ListEndpointsQuery, unknown, unknown>({
  method: 'get',
  path: '/endpoints',
  tag: 'Endpoints',
  summary: 'List root spans by name',
  description:
    'Rate, errors and durations of root spans by name, by default of the last 24 hours. The range is widened to whole hours of ' +
    'arrival. At most 1,000 names per hour and environment have their own counts; the others are counted under `(other)`.',
  permission: 'project:read',
  query: optionalFields({
    ...rangeFields,
    environment,
    query: described(text(512), 'Part of the name, ignoring case.'),
    sort: { ...oneOf(...SORTS), default: 'count', description: 'Largest first; `name` in the order of names.' },
    limit: { ...integer(1, 1_000), default: 100, description: 'Maximum number of names.' },
  }),
  response: named(
    'EndpointList',
    object({
      from: time,
      to: time,
      errorBound,
      pending,
      truncated: described(
        boolean,
        'Older hours of the range are missing, because there were too many names to read, or further names beyond `limit`.',
      ),
      total: described(nullable(object(totalsFields)), 'Of all names, whatever the query; null without a root span.'),
      data: listOf(endpoint),
    }),
  ),
  handle: async ({ query: asked }, context) => {
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
  },
});

function sorted(endpoints: readonly ListedEndpoint[], sort: ListEndpointsQuery['sort']): readonly ListedEndpoint[] {
  const byName = (a: ListedEndpoint, b: ListedEndpoint): number => (a.name < b.name ? -1 : 1);
  if (sort === 'name') return [...endpoints].sort(byName);
  const valueOf = (one: ListedEndpoint): number => (sort === 'errorRate' ? one.errors / one.count : one[sort]);
  return [...endpoints].sort((a, b) => valueOf(b) - valueOf(a) || b.count - a.count || byName(a, b));
}

/** The time of the range that has passed, at least a minute: the rate of the current hour is not that of a whole one. */
const lengthOf = ({ fromMs, toMs }: TimeRange, nowMs: number): number =>
  Math.max(Math.min(toMs, nowMs) - fromMs, 60_000);

interface EndpointSeriesQuery extends RangeQuery {
  readonly name?: string;
  readonly interval?: number;
}

const series = defineRoute<EndpointSeriesQuery, unknown, unknown>({
  method: 'get',
  path: '/endpoints/series',
  tag: 'Endpoints',
  summary: 'Read the series of root spans with a name',
  description:
    `By hour of arrival, at most ${MAX_POINTS} points; intervals without a root span have no point. The range is widened to ` +
    'whole hours. Without `name`: of all root spans.',
  permission: 'project:read',
  query: optionalFields({
    name: described(text(512), 'The whole name, or `(other)`.'),
    ...rangeFields,
    environment,
    ...zoneFields,
    interval: described(integer(3_600, 604_800), 'Minimum seconds per point.'),
  }),
  response: named(
    'EndpointSeries',
    object({
      name: described(nullable(text()), 'null for all root spans.'),
      from: time,
      to: time,
      interval: described(count, 'Seconds per point.'),
      errorBound,
      pending,
      points: listOf(object({ time, ...totalsFields })),
    }),
  ),
  handle: async ({ query }, context) => {
    const { name, environment: place, interval = 0 } = query;
    const asked = Math.max(interval * 1_000, HOUR_MS);
    const bars = seriesRange(readRange(query, recentRange(context)), {
      askedMs: asked,
      nowMs: context.clock(),
      most: MAX_POINTS,
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
  },
});

/** Operations on root spans by name. */
export const endpointsRoutes: readonly Route[] = [list, series];
