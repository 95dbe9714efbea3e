import { SPAN_STATUSES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { listQuery } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { described, optionalFields } from '../schema/shapes.js';
import { text, oneOf, number, boolean } from '../schema/values.js';
import { traceSchema, traceDetailSchema } from './traceSchemas.js';

/** Operations on traces. */
export const tracesApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/traces',
    tag: 'Traces',
    summary: 'List traces',
    description:
      'In order of first arrival, newest first. Filters scan up to 1,000 traces per page, each with all spans stored ' +
      'so far. Spans of traces with more than 200 are counted as stored (`approximate`).',
    permission: 'project:read',
    mayBeStale: true,
    query: listQuery({
      query: described(text(512), 'Part of the name, ignoring case.'),
      op: described(text(512), 'Of the first root.'),
      status: described(oneOf(...SPAN_STATUSES), 'Of the first root.'),
      user: described(text(512), 'Key of the project user.'),
      minDuration: described(number, 'Milliseconds.'),
      maxDuration: described(number, 'Milliseconds.'),
    }),
    response: listResponse(traceSchema),
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/traces/{traceId}',
    tag: 'Traces',
    summary: 'Read a trace with its spans as a tree',
    description:
      'Includes the previous and next page traces and up to 100 exceptions, logs and replays with its id. The same spans give ' +
      'the same response regardless of the order, batches and number of times in which they arrived.',
    permission: 'project:read',
    mayBeStale: true,
    ids: { traceId: 'trace' },
    params: { traceId: 'Trace id.' },
    query: optionalFields({
      spans: {
        ...boolean,
        default: true,
        description:
          'With `false` the tree is empty; `GET /traces/{traceId}/spans` returns spans of traces of any size.',
      },
    }),
    response: traceDetailSchema,
  },
} as const satisfies Descriptions;
