import type { Descriptions } from '../description.js';
import { listQuery, rangeFields, environmentFields, zoneFields } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { named, object, described, nullable, listOf, optionalFields } from '../schema/shapes.js';
import { text, count, number, time, integer, oneOf, boolean } from '../schema/values.js';

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

/** Maximum points per series. */
export const MAX_POINTS = 400;

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

/** Operations on metrics. */
export const metricsApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/metrics',
    tag: 'Metrics',
    summary: 'List metrics with their totals',
    description:
      'Sorted by name; metrics with a value in the range of arrival, widened to whole hours, by default the last 24 hours. Beyond 2,000 names per project ' +
      'a metric has no series; its values stay on their spans.',
    permission: 'project:read',
    mayBeStale: true,
    query: listQuery({ query: described(text(200), 'Part of the name, ignoring case.') }),
    response: listResponse(metric),
  },
  readSeries: {
    scope: 'project',
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
    mayBeStale: true,
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
        truncated: described(
          boolean,
          'Older points or further series are missing because there were too many to read.',
        ),
        scannedTo: described(
          nullable(time),
          'Set if the series count only values that arrived after this time, because they are by root name.',
        ),
        series: listOf(series),
      }),
    ),
  },
} as const satisfies Descriptions;
