import { tracesApi } from '@sluice/api-contract';
import { readTrace, readTraceSummary } from '@sluice/traces';
import { type Route, notFound, pageReply, readPage, serve } from '@sluice/management';
import { listTraces } from './sql/listTraces.js';
import { readTraceLinks } from './sql/readTraceLinks.js';
import { traceSpansRoutes } from './traceSpansRoutes.js';
import { traceDetailToWire, traceToWire } from './traceWire.js';

const LIST = 'traces';

const list = serve(tracesApi.list, async ({ query: asked }, context) => {
  const page = readPage(asked, LIST, context);
  const { environment, release, query, op, status, user, minDuration, maxDuration } = asked;
  const filter = { environment, release, query, op, status, user, minDuration, maxDuration };
  return pageReply(await listTraces(context.db, context.project.id, page, filter), LIST, context, traceToWire);
});

const read = serve(tracesApi.read, async ({ params, query }, { db, project }) => {
  const traceId = params.traceId;
  const trace = await (query.spans ? readTrace : readTraceSummary)(db, project.id, traceId);
  if (trace === undefined) throw notFound('trace');
  return { body: traceDetailToWire(trace, await readTraceLinks(db, project.id, traceId)) };
});

/** Operations on traces. */
export const tracesRoutes: readonly Route[] = [list, read, ...traceSpansRoutes];
