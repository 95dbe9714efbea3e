import { SPAN_STATUSES, MAX_EARLIER } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { described, listOf, optionalFields, named, object, nullable } from '../schema/shapes.js';
import { integer, text, id, time, number, oneOf, boolean } from '../schema/values.js';
import { spanDetailSchema } from '../spans/spanSchemas.js';
import { traceExceptionSchema, traceLogSchema, traceSchema } from './traceSchemas.js';
import type { Schema } from '../schema/schema.js';

/** Spans of one page: about 700 KB of JSON. */
const MAX_SPANS = 5_000;

const index = integer(0, MAX_SPANS);

const column = <S extends Schema>(values: S, description: string) => described(listOf(values), description);

/** Operations on the spans of one trace. */
export const traceSpansApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/traces/{traceId}/spans',
    tag: 'Traces',
    summary: 'List the spans of a trace in compact form',
    description:
      'What a waterfall needs of each span, in order of arrival, for traces of any size. The fields of a span are at the same ' +
      'position of all columns. A span that was sent in two batches is listed twice; the first one counts. ' +
      '`GET /traces/{traceId}/spans/{uuid}` returns the other fields.',
    permission: 'project:read',
    mayBeStale: true,
    ids: { traceId: 'trace' },
    params: { traceId: 'Trace id.' },
    query: optionalFields({
      limit: { ...integer(1, MAX_SPANS), default: MAX_SPANS, description: 'Spans per page.' },
      cursor: described(text(2_048), 'The `next` of the previous page.'),
    }),
    response: named(
      'TraceSpanPage',
      object({
        traceId: id,
        startTime: described(time, 'Start of the earliest span of the trace: the zero of `startOffset`.'),
        names: described(listOf(text()), 'The distinct names of this page.'),
        ops: described(listOf(nullable(text())), 'The distinct ops of this page.'),
        uuid: column(id, 'The ids of the spans.'),
        parentId: column(nullable(id), 'uuid of the enclosing span; null for a root span.'),
        startOffset: column(
          number,
          'Milliseconds from `startTime` to the start. A span outside the times of the trace, of a device with a wrong clock, ends at its arrival.',
        ),
        duration: column(number, 'Milliseconds, measured by the client; at most a day longer than the trace.'),
        name: column(index, 'Positions in `names`.'),
        op: column(index, 'Positions in `ops`.'),
        status: column(oneOf(...SPAN_STATUSES), 'Statuses.'),
        measured: column(boolean, 'Whether the span has metrics.'),
        next: described(nullable(text()), 'The `cursor` of the next page; null on the last page.'),
      }),
    ),
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/traces/{traceId}/spans/{uuid}',
    tag: 'Traces',
    summary: 'Read a span of a trace with its exceptions and logs',
    description: 'At most 100 exceptions and 100 logs, by timestamp.',
    permission: 'project:read',
    mayBeStale: true,
    ids: { traceId: 'trace' },
    params: { traceId: 'Trace id.', uuid: 'The span’s own id.' },
    response: named(
      'TraceSpan',
      object({ span: spanDetailSchema, exceptions: listOf(traceExceptionSchema), logs: listOf(traceLogSchema) }),
    ),
  },
  listEarlierTraces: {
    scope: 'project',
    method: 'get',
    path: '/traces/{traceId}/visit',
    tag: 'Traces',
    summary: 'List the earlier traces of a visit',
    description: `The page traces before this one, linked by \`previous_trace.id\`, earliest first, at most ${MAX_EARLIER}.`,
    permission: 'project:read',
    mayBeStale: true,
    ids: { traceId: 'trace' },
    params: { traceId: 'Trace id.' },
    response: named(
      'TraceVisit',
      object({
        data: listOf(traceSchema),
        truncated: described(boolean, 'The first one names a trace before it.'),
      }),
    ),
  },
} as const satisfies Descriptions;
