import { SPAN_STATUSES } from '@sluice/contract';
import { named, object, nullable, described, mapOf, listOf, ref } from '../schema/shapes.js';
import { text, id, time, oneOf, number, count, boolean, anyValue } from '../schema/values.js';
import { spanFields } from '../spans/spanSchemas.js';

const summaryFields = {
  id: described(id, 'Trace id.'),
  name: described(
    text(),
    'Name of the first root span, or of the earliest span until a root arrives. So are op and status.',
  ),
  op: nullable(text()),
  status: nullable(oneOf(...SPAN_STATUSES)),
  environment: described(nullable(text()), 'Environment of the last root span, by start time, that has one.'),
  release: nullable(text()),
  user: described(nullable(text()), 'Key of the project user.'),
  startTime: described(time, 'Start of the earliest span.'),
  endTime: described(time, 'End of the latest span.'),
  duration: described(number, 'Milliseconds from startTime to endTime.'),
  spanCount: count,
  errorCount: count,
  approximate: described(boolean, 'Counts are of stored spans: a span that was sent in two batches counts twice.'),
  rootCount: described(count, 'Number of root spans, at most 32.'),
  receivedAt: described(time, 'Arrival of the first span.'),
};

/** A trace in a list. */
export const traceSchema = named('Trace', object(summaryFields));

/** Maximum nesting. Deeper spans become siblings at that depth; their `parentId` says where they belong. */
export const MAX_DEPTH = 100;

const spanNode = named(
  'SpanNode',
  object({
    ...spanFields,
    orphan: described(boolean, 'Its parent is not among the spans of this response.'),
    children: described(
      listOf(ref('SpanNode')),
      `Sorted by start time. Below ${MAX_DEPTH} levels, descendants are siblings; use \`parentId\`.`,
    ),
  }),
);

const recordFields = {
  id: described(id, 'The event id.'),
  timestamp: time,
  receivedAt: time,
  level: text(),
  message: text(),
  spanId: described(nullable(id), 'uuid of the span during which it happened.'),
};

/** An exception of a trace. */
export const traceExceptionSchema = named(
  'TraceException',
  object({ ...recordFields, type: text(), issueId: nullable(id) }),
);

/** A log of a trace. */
export const traceLogSchema = named('TraceLog', object(recordFields));

/** A trace with its spans and linked events. */
export const traceDetailSchema = named(
  'TraceDetail',
  object({
    ...summaryFields,
    tags: described(mapOf(anyValue), 'Tags of the root spans; later spans win.'),
    contexts: mapOf(anyValue),
    truncated: described(
      boolean,
      'More than 5,000 spans, or 8 MB of them, are stored; the response contains the roots and those stored first.',
    ),
    previousTraceId: described(nullable(id), 'The previous page trace of the same visit.'),
    nextTraceIds: described(listOf(id), 'The next page traces of the same visit.'),
    spans: described(listOf(spanNode), 'Roots and orphans with their descendants.'),
    exceptions: listOf(traceExceptionSchema),
    logs: listOf(traceLogSchema),
    replayIds: listOf(id),
  }),
);
