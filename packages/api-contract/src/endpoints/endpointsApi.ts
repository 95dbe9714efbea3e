import type { Descriptions } from '../description.js';
import { rangeFields, zoneFields } from '../list/listQuery.js';
import { described, named, object, optionalFields, nullable, listOf } from '../schema/shapes.js';
import { text, number, boolean, count, oneOf, integer, time } from '../schema/values.js';

/** An hourly series of a month. */
export const MAX_ENDPOINT_POINTS = 800;

const ENDPOINT_SORTS = ['count', 'errors', 'errorRate', 'avg', 'p50', 'p95', 'p99', 'name'] as const;

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

const endpoint = named('Endpoint', object({ name: text(), ...totalsFields }));

/** Operations on root spans by name. */
export const endpointsApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/endpoints',
    tag: 'Endpoints',
    summary: 'List root spans by name',
    description:
      'Rate, errors and durations of root spans by name, by default of the last 24 hours. The range is widened to whole hours of ' +
      'arrival. At most 1,000 names per hour and environment have their own counts; the others are counted under `(other)`.',
    permission: 'project:read',
    mayBeStale: true,
    query: optionalFields({
      ...rangeFields,
      environment,
      query: described(text(512), 'Part of the name, ignoring case.'),
      sort: {
        ...oneOf(...ENDPOINT_SORTS),
        default: 'count',
        description: 'Largest first; `name` in the order of names.',
      },
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
  },
  readSeries: {
    scope: 'project',
    method: 'get',
    path: '/endpoints/series',
    tag: 'Endpoints',
    summary: 'Read the series of root spans with a name',
    description:
      `By hour of arrival, at most ${MAX_ENDPOINT_POINTS} points; intervals without a root span have no point. The range is widened to ` +
      'whole hours. Without `name`: of all root spans.',
    permission: 'project:read',
    mayBeStale: true,
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
  },
} as const satisfies Descriptions;
