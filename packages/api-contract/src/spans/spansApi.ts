import { SPAN_STATUSES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { listQuery } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { described } from '../schema/shapes.js';
import { text, oneOf, number } from '../schema/values.js';
import { spanSchema, spanDetailSchema } from './spanSchemas.js';

/** Operations on spans. */
export const spansApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/spans',
    tag: 'Spans',
    summary: 'List spans',
    description:
      'In order of arrival, newest first. The filter by trace uses an index; any other filter scans up to 20,000 spans per page. ' +
      'With `metric` and the `from` and `to` of a point of its series: the spans behind that point.',
    permission: 'project:read',
    mayBeStale: true,
    query: listQuery({
      trace: described(text(128), 'Only rows of this trace.'),
      name: described(text(512), 'Part of the name, ignoring case.'),
      op: text(512),
      status: oneOf(...SPAN_STATUSES),
      metric: described(text(200), 'Only spans with a value of this metric.'),
      user: described(text(512), 'Key of the project user.'),
      minDuration: described(number, 'Milliseconds.'),
      maxDuration: described(number, 'Milliseconds.'),
    }),
    ids: { trace: 'trace' },
    response: listResponse(spanSchema),
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/spans/{id}',
    tag: 'Spans',
    summary: 'Read a span',
    permission: 'project:read',
    mayBeStale: true,
    params: { id: 'The event id.' },
    ids: { id: 'span' },
    response: spanDetailSchema,
  },
} as const satisfies Descriptions;
