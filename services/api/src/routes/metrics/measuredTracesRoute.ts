import { measuredTracesApi } from '@sluice/api-contract';
import { MINUTE_MS, timeOfId } from '@sluice/contract';
import { readRange, serve } from '@sluice/management';
import { recentRange } from '../recentRange.js';
import { type MeasuredSpan, readMeasuredSpans } from './sql/measuredSpans.js';

const toWire = (span: MeasuredSpan) => ({
  id: span.id,
  uuid: span.spanUuid,
  traceId: span.traceId,
  name: span.name,
  rootName: span.rootName,
  value: span.value,
  timestamp: span.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(span.id)).toISOString(),
  environment: span.environment,
  release: span.release,
});

/** The traces behind a point of a metric. */
export const measuredTracesRoute = serve(measuredTracesApi.list, async ({ params, query }, context) => {
  const { environment, release, rootName, sort, limit } = query;
  const request = {
    name: params.name,
    environment,
    release,
    rootName,
    ...readRange(query, recentRange(context, MINUTE_MS)),
  };
  const found = await readMeasuredSpans(context.db, context.project.id, request, { by: sort, limit });
  const scannedTo = found.scannedToMs === undefined ? null : new Date(found.scannedToMs).toISOString();
  return { body: { data: found.spans.map(toWire), scannedTo } };
});
