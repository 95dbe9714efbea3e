import { timeOfId } from '@sluice/contract';
import type { StoredSpan } from '@sluice/db';
import { anyValue, described, id, mapOf, named, nullable, number, object, oneOf, text, time } from '@sluice/management';

/** What a span says wherever it is shown. */
export const spanFields = {
  id: described(id, 'The event id.'),
  uuid: described(id, 'The span’s own id.'),
  parentId: described(nullable(id), 'The enclosing span’s uuid; null for a root.'),
  name: text(),
  op: nullable(text()),
  status: oneOf('ok', 'error', 'cancelled'),
  startTime: time,
  endTime: time,
  duration: described(number, 'Milliseconds, as the client measured them.'),
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
  previousTraceId: described(nullable(id), 'The page trace before this one, of the same visit.'),
};

/** A span of a list. */
export const spanSchema = named('Span', object(listedFields));

/** A span with all that is stored of it. */
export const spanDetailSchema = named('SpanDetail', object({ ...listedFields, contexts: mapOf(anyValue) }));

/** The {@link spanFields} of a span. */
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

/** A span of a list. */
export const spanToWire = (span: StoredSpan) => ({
  ...spanNodeToWire(span),
  traceId: span.traceId,
  timestamp: span.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(span.id)).toISOString(),
  release: span.release,
  user: span.userKey,
  previousTraceId: span.previousTraceId,
});
