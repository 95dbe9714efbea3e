import { SPAN_STATUSES } from '@sluice/contract';
import { listSpans, readSpan, type SpanFilter } from '@sluice/db';
import {
  type ListQuery,
  type Route,
  defineRoute,
  described,
  listResponse,
  listQuery,
  notFound,
  number,
  oneOf,
  pageReply,
  readPage,
  text,
} from '@sluice/management';
import { spanDetailSchema, spanSchema, spanToWire } from './spanWire.js';

const LIST = 'spans';

const listSpansRoute = defineRoute<ListQuery & Omit<SpanFilter, 'environment' | 'release'>, unknown, unknown>({
  method: 'get',
  path: '/spans',
  tag: 'Spans',
  summary: 'List spans',
  description:
    'In order of arrival, newest first. The filter by trace uses an index; any other filter scans up to 20,000 spans per page. ' +
    'With `metric` and the `from` and `to` of a point of its series: the spans behind that point.',
  permission: 'project:read',
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
  handle: async ({ query }, context) => {
    const page = readPage(query, LIST, context);
    return pageReply(await listSpans(context.db, context.project.id, page, filterOf(query)), LIST, context, spanToWire);
  },
});

function filterOf(query: ListQuery & SpanFilter): SpanFilter {
  const { trace, environment, release, name, op, status, metric, user, minDuration, maxDuration } = query;
  return { trace, environment, release, name, op, status, metric, user, minDuration, maxDuration };
}

const readSpanRoute = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/spans/{id}',
  tag: 'Spans',
  summary: 'Read a span',
  permission: 'project:read',
  params: { id: 'The event id.' },
  ids: { id: 'span' },
  response: spanDetailSchema,
  handle: async ({ params }, { db, project }) => {
    const span = await readSpan(db, project.id, params['id'] ?? '');
    if (span === undefined) throw notFound('span');
    return { body: { ...spanToWire(span), contexts: span.contexts ?? {} } };
  },
});

/** Operations on spans. */
export const spansRoutes: readonly Route[] = [listSpansRoute, readSpanRoute];
