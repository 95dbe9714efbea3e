import { timeOfId } from '@sluice/contract';
import type { StoredSpan } from '@sluice/traces';

/** Returns the {@link spanFields} of a span. */
export const spanNodeToWire = (span: StoredSpan) => ({
  id: span.id,
  uuid: span.spanUuid,
  parentId: span.parentId,
  name: span.name,
  op: span.op,
  status: span.status,
  startTime: span.startTime.toISOString(),
  endTime: span.endTime.toISOString(),
  duration: span.duration,
  environment: span.environment,
  metrics: span.metrics ?? {},
  tags: span.tags ?? {},
});

/** A span in a list. */
export const spanToWire = (span: StoredSpan) => ({
  ...spanNodeToWire(span),
  traceId: span.traceId,
  timestamp: span.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(span.id)).toISOString(),
  release: span.release,
  user: span.userKey,
  previousTraceId: span.previousTraceId,
});
