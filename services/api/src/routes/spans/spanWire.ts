import { SPAN_STATUSES, timeOfId } from '@sluice/contract';
import type { StoredSpan } from '@sluice/db';
import { anyValue, described, id, mapOf, named, nullable, number, object, oneOf, text, time } from '@sluice/management';

/** Fields of a span in every response. */
export const spanFields = {
  id: described(id, 'The event id.'),
  uuid: described(id, 'The span’s own id.'),
  parentId: described(nullable(id), 'uuid of the enclosing span; null for a root span.'),
  name: text(),
  op: nullable(text()),
  status: oneOf(...SPAN_STATUSES),
  startTime: time,
  endTime: time,
  duration: described(number, 'Milliseconds, measured by the client.'),
  environment: nullable(text()),
  metrics: mapOf(number),
  tags: mapOf(anyValue),
};

const listedFields = {
  ...spanFields,
  traceId: id,
  timestamp: time,
  receivedAt: described(time, 'When it arrived.'),
  release: nullable(text()),
  user: described(nullable(text()), 'Key of the project user.'),
  previousTraceId: described(nullable(id), 'The previous page trace of the same visit.'),
};

/** A span in a list. */
export const spanSchema = named('Span', object(listedFields));

/** A span with all stored data. */
export const spanDetailSchema = named('SpanDetail', object({ ...listedFields, contexts: mapOf(anyValue) }));

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
