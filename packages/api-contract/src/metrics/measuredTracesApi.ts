import type { Descriptions } from '../description.js';
import { rangeFields, environmentFields } from '../list/listQuery.js';
import { named, object, described, nullable, optionalFields, listOf } from '../schema/shapes.js';
import { id, text, number, time, oneOf, integer } from '../schema/values.js';

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

/** The traces behind a point of a metric. */
export const measuredTracesApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/metrics/{name}/traces',
    tag: 'Metrics',
    summary: 'List the traces behind a point of a metric',
    description:
      'Spans with a value of the metric and their traces, by value, from the newest 20,000 spans of the range of arrival; by ' +
      'default of the last 24 hours. Send the start and end of a point as `from` and `to`.',
    permission: 'project:read',
    mayBeStale: true,
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
  },
} as const satisfies Descriptions;
