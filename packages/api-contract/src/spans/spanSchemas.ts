import { SPAN_STATUSES } from '@sluice/contract';
import { named, object, described, nullable, mapOf } from '../schema/shapes.js';
import { id, time, text, oneOf, number, anyValue } from '../schema/values.js';

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
