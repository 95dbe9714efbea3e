import { traceSpansApi } from '@sluice/api-contract';
import { type Route, notFound, readCursor, serve, writeCursor } from '@sluice/management';
import { spanToWire } from '../spans/spanWire.js';
import { placeSpan } from './placeSpan.js';
import { type SpanPage, readSpanPage } from './sql/readSpanPage.js';
import { readTraceSpan } from './sql/readTraceSpan.js';
import { readVisit } from './sql/readVisit.js';
import { exceptionToWire, recordToWire, traceToWire } from './traceWire.js';

const listRoute = serve(traceSpansApi.list, async ({ params, query }, { db, project }) => {
  const traceId = params.traceId;
  const list = `spans of ${traceId}`;
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, { owner: project.id, list });
  const page = await readSpanPage(db, project.id, traceId, { limit: query.limit, after });
  if (page === undefined) throw notFound('trace');
  const next = page.next === undefined ? null : writeCursor({ owner: project.id, list, after: page.next });
  return { body: { traceId, ...toColumns(page), next } };
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

const read = serve(traceSpansApi.read, async ({ params }, { db, project }) => {
  const found = await readTraceSpan(db, project.id, params.traceId, params.uuid);
  if (found === undefined) throw notFound('span');
  const { span, exceptions, logs } = found;
  return {
    body: {
      span: { ...spanToWire(span), contexts: span.contexts ?? {} },
      exceptions: exceptions.map(exceptionToWire),
      logs: logs.map(recordToWire),
    },
  };
});

const listEarlierTraces = serve(traceSpansApi.listEarlierTraces, async ({ params }, { db, project }) => {
  const visit = await readVisit(db, project.id, params.traceId);
  if (visit === undefined) throw notFound('trace');
  return { body: { data: visit.earlier.map(traceToWire), truncated: visit.hasMore } };
});

/** Operations on the spans of one trace. */
export const traceSpansRoutes: readonly Route[] = [listRoute, read, listEarlierTraces];
