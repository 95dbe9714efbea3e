import { type ListQuery, spansApi } from '@sluice/api-contract';
import { listSpans, readSpan, type SpanFilter } from '@sluice/traces';
import { type Route, notFound, pageReply, readPage, serve } from '@sluice/management';
import { spanToWire } from './spanWire.js';

const LIST = 'spans';

const list = serve(spansApi.list, async ({ query }, context) => {
  const page = readPage(query, LIST, context);
  return pageReply(await listSpans(context.db, context.project.id, page, filterOf(query)), LIST, context, spanToWire);
});

function filterOf(query: ListQuery & SpanFilter): SpanFilter {
  const { trace, environment, release, name, op, status, metric, user, minDuration, maxDuration } = query;
  return { trace, environment, release, name, op, status, metric, user, minDuration, maxDuration };
}

const read = serve(spansApi.read, async ({ params }, { db, project }) => {
  const span = await readSpan(db, project.id, params.id);
  if (span === undefined) throw notFound('span');
  return { body: { ...spanToWire(span), contexts: span.contexts ?? {} } };
});

/** Operations on spans. */
export const spansRoutes: readonly Route[] = [list, read];
