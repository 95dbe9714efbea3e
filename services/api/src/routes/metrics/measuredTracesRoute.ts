import { timeOfId } from '@sluice/contract';
import { readMeasuredSpans, type MeasuredOrder, type MeasuredSpan } from './sql/measuredSpans.js';
import {
  defineRoute,
  described,
  environmentFields,
  id,
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
  text,
  time,
} from '@sluice/management';
import { recentRange, type RangeQuery } from '../recentRange.js';

interface MeasuredQuery extends RangeQuery {
  readonly release?: string;
  readonly rootName?: string;
  readonly sort: MeasuredOrder['by'];
  readonly limit: number;
}

const measured = named(
  'MeasuredSpan',
  object({
    id: described(id, 'The event id of the span.'),
    uuid: described(id, 'The span’s own id.'),
    traceId: id,
    name: text(),
    rootName: described(nullable(text()), 'Name of the first root span of its trace that arrived on the same day.'),
    value: number,
    timestamp: time,
    receivedAt: time,
    environment: nullable(text()),
    release: nullable(text()),
  }),
);

const toWire = (span: MeasuredSpan) => ({
  id: span.id,
  uuid: span.spanUuid,
  traceId: span.traceId,
  name: span.name,
  rootName: span.rootName,
  value: span.value,
  timestamp: span.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(span.id)).toISOString(),
  environment: span.environment,
  release: span.release,
});

/** The traces behind a point of a metric. */
export const measuredTracesRoute = defineRoute<MeasuredQuery, unknown, unknown>({
  method: 'get',
  path: '/metrics/{name}/traces',
  tag: 'Metrics',
  summary: 'List the traces behind a point of a metric',
  description:
    'Spans with a value of the metric and their traces, by value, from the newest 20,000 spans of the range of arrival; by ' +
    'default of the last 24 hours. Send the start and end of a point as `from` and `to`.',
  permission: 'project:read',
  params: { name: 'The metric’s name.' },
  query: optionalFields({
    ...rangeFields,
    ...environmentFields,
    rootName: described(text(512), 'Only spans of traces whose first root span has this name.'),
    sort: { ...oneOf('largest', 'smallest', 'newest'), default: 'largest', description: 'Which come first.' },
    limit: { ...integer(1, 100), default: 50, description: 'Maximum number of spans.' },
  }),
  response: named(
    'MeasuredSpanList',
    object({
      data: listOf(measured),
      scannedTo: described(nullable(time), 'Set if only spans that arrived after this time were examined.'),
    }),
  ),
  handle: async ({ params, query }, context) => {
    const { environment, release, rootName, sort, limit } = query;
    const request = {
      name: params['name'] ?? '',
      environment,
      release,
      rootName,
      ...readRange(query, recentRange(context, 60_000)),
    };
    const found = await readMeasuredSpans(context.db, context.project.id, request, { by: sort, limit });
    const scannedTo = found.scannedToMs === undefined ? null : new Date(found.scannedToMs).toISOString();
    return { body: { data: found.spans.map(toWire), scannedTo } };
  },
});
