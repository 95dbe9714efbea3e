import { readSpanPage, type SpanPage } from './sql/readSpanPage.js';
import { readTraceSpan } from './sql/readTraceSpan.js';
import { readVisit, MAX_EARLIER } from './sql/readVisit.js';
import {
  type Route,
  boolean,
  defineRoute,
  described,
  id,
  integer,
  listOf,
  named,
  notFound,
  nullable,
  number,
  object,
  oneOf,
  optionalFields,
  readCursor,
  text,
  time,
  writeCursor,
} from '@sluice/management';
import { SPAN_STATUSES } from '@sluice/contract';
import { placeSpan } from './placeSpan.js';
import { spanDetailSchema, spanToWire } from '../spans/spanWire.js';
import {
  exceptionToWire,
  recordToWire,
  traceExceptionSchema,
  traceLogSchema,
  traceSchema,
  traceToWire,
} from './traceWire.js';

/** Spans of one page: about 700 KB of JSON. */
const MAX_SPANS = 5_000;

const index = integer(0, MAX_SPANS);
const column = (values: object, description: string) => described(listOf(values as never), description);

const listTraceSpans = defineRoute<{ readonly limit: number; readonly cursor?: string }, unknown, unknown>({
  method: 'get',
  path: '/traces/{traceId}/spans',
  tag: 'Traces',
  summary: 'List the spans of a trace in compact form',
  description:
    'What a waterfall needs of each span, in order of arrival, for traces of any size. The fields of a span are at the same ' +
    'position of all columns. A span that was sent in two batches is listed twice; the first one counts. ' +
    '`GET /traces/{traceId}/spans/{uuid}` returns the other fields.',
  permission: 'project:read',
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
  handle: async ({ params, query }, { db, project }) => {
    const traceId = params['traceId'] ?? '';
    const list = `spans of ${traceId}`;
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor, { projectId: project.id, list });
    const page = await readSpanPage(db, project.id, traceId, { limit: query.limit, after });
    if (page === undefined) throw notFound('trace');
    const next = page.next === undefined ? null : writeCursor({ projectId: project.id, list, after: page.next });
    return { body: { traceId, ...toColumns(page), next } };
  },
});

/** Returns the spans as columns, with each name and op once. */
function toColumns(page: SpanPage) {
  const { spans, firstStart } = page;
  const places = spans.map((span) => placeSpan(span, page));
  const names = positions<string>();
  const ops = positions<string | null>();
  return {
    startTime: firstStart.toISOString(),
    names: names.values,
    ops: ops.values,
    uuid: spans.map(({ spanUuid }) => spanUuid),
    parentId: spans.map(({ parentId }) => parentId),
    startOffset: places.map(({ startOffset }) => startOffset),
    duration: places.map(({ duration }) => duration),
    name: spans.map(({ name }) => names.of(name)),
    op: spans.map(({ op }) => ops.of(op)),
    status: spans.map(({ status }) => status),
    measured: spans.map(({ isMeasured }) => isMeasured),
  };
}

/** Distinct values in the order of their first use, and the position of each. */
function positions<T>(): { readonly values: readonly T[]; readonly of: (value: T) => number } {
  const at = new Map<T, number>();
  const values: T[] = [];
  return {
    values,
    of: (value) => {
      const known = at.get(value);
      if (known !== undefined) return known;
      at.set(value, values.length);
      return values.push(value) - 1;
    },
  };
}

const readTraceSpanRoute = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/traces/{traceId}/spans/{uuid}',
  tag: 'Traces',
  summary: 'Read a span of a trace with its exceptions and logs',
  description: 'At most 100 exceptions and 100 logs, by timestamp.',
  permission: 'project:read',
  ids: { traceId: 'trace' },
  params: { traceId: 'Trace id.', uuid: 'The span’s own id.' },
  response: named(
    'TraceSpan',
    object({ span: spanDetailSchema, exceptions: listOf(traceExceptionSchema), logs: listOf(traceLogSchema) }),
  ),
  handle: async ({ params }, { db, project }) => {
    const found = await readTraceSpan(db, project.id, params['traceId'] ?? '', params['uuid'] ?? '');
    if (found === undefined) throw notFound('span');
    const { span, exceptions, logs } = found;
    return {
      body: {
        span: { ...spanToWire(span), contexts: span.contexts ?? {} },
        exceptions: exceptions.map(exceptionToWire),
        logs: logs.map(recordToWire),
      },
    };
  },
});

const readVisitRoute = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/traces/{traceId}/visit',
  tag: 'Traces',
  summary: 'List the earlier traces of a visit',
  description: `The page traces before this one, linked by \`previous_trace.id\`, earliest first, at most ${MAX_EARLIER}.`,
  permission: 'project:read',
  ids: { traceId: 'trace' },
  params: { traceId: 'Trace id.' },
  response: named(
    'TraceVisit',
    object({
      data: listOf(traceSchema),
      truncated: described(boolean, 'The first one names a trace before it.'),
    }),
  ),
  handle: async ({ params }, { db, project }) => {
    const visit = await readVisit(db, project.id, params['traceId'] ?? '');
    if (visit === undefined) throw notFound('trace');
    return { body: { data: visit.earlier.map(traceToWire), truncated: visit.hasMore } };
  },
});

/** Operations on the spans of one trace. */
export const traceSpansRoutes: readonly Route[] = [listTraceSpans, readTraceSpanRoute, readVisitRoute];
