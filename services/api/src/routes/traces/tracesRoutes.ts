import { SPAN_STATUSES } from '@sluice/contract';
import { listTraces, type TraceFilter } from './sql/listTraces.js';
import { readTrace, readTraceSummary } from '@sluice/db';
import { readTraceLinks } from './sql/readTraceLinks.js';
import {
  type ListQuery,
  type Route,
  boolean,
  defineRoute,
  described,
  listResponse,
  listQuery,
  notFound,
  number,
  oneOf,
  optionalFields,
  pageReply,
  readPage,
  text,
} from '@sluice/management';
import { traceSpansRoutes } from './traceSpansRoutes.js';
import { traceDetailSchema, traceDetailToWire, traceSchema, traceToWire } from './traceWire.js';

const LIST = 'traces';

const listTracesRoute = defineRoute<ListQuery & Omit<TraceFilter, 'environment' | 'release'>, unknown, unknown>({
  method: 'get',
  path: '/traces',
  tag: 'Traces',
  summary: 'List traces',
  description:
    'In order of first arrival, newest first. Filters scan up to 1,000 traces per page, each with all spans stored ' +
    'so far. Spans of traces with more than 200 are counted as stored (`approximate`).',
  permission: 'project:read',
  query: listQuery({
    query: described(text(512), 'Part of the name, ignoring case.'),
    op: described(text(512), 'Of the first root.'),
    status: described(oneOf(...SPAN_STATUSES), 'Of the first root.'),
    user: described(text(512), 'Key of the project user.'),
    minDuration: described(number, 'Milliseconds.'),
    maxDuration: described(number, 'Milliseconds.'),
  }),
  response: listResponse(traceSchema),
  handle: async ({ query: asked }, context) => {
    const page = readPage(asked, LIST, context);
    const { environment, release, query, op, status, user, minDuration, maxDuration } = asked;
    const filter = { environment, release, query, op, status, user, minDuration, maxDuration };
    return pageReply(await listTraces(context.db, context.project.id, page, filter), LIST, context, traceToWire);
  },
});

const readTraceRoute = defineRoute<{ readonly spans: boolean }, unknown, unknown>({
  method: 'get',
  path: '/traces/{traceId}',
  tag: 'Traces',
  summary: 'Read a trace with its spans as a tree',
  description:
    'Includes the previous and next page traces and up to 100 exceptions, logs and replays with its id. The same spans give ' +
    'the same response regardless of the order, batches and number of times in which they arrived.',
  permission: 'project:read',
  ids: { traceId: 'trace' },
  params: { traceId: 'Trace id.' },
  query: optionalFields({
    spans: {
      ...boolean,
      default: true,
      description: 'With `false` the tree is empty; `GET /traces/{traceId}/spans` returns spans of traces of any size.',
    },
  }),
  response: traceDetailSchema,
  handle: async ({ params, query }, { db, project }) => {
    const traceId = params['traceId'] ?? '';
    const trace = await (query.spans ? readTrace : readTraceSummary)(db, project.id, traceId);
    if (trace === undefined) throw notFound('trace');
    return { body: traceDetailToWire(trace, await readTraceLinks(db, project.id, traceId)) };
  },
});

/** Operations on traces. */
export const tracesRoutes: readonly Route[] = [listTracesRoute, readTraceRoute, ...traceSpansRoutes];
