import { SPAN_STATUSES, timeOfId } from '@sluice/contract';
import type { Trace, TraceSummary } from '@sluice/db';
import type { TraceException, TraceLinks, TraceRecord } from './sql/readTraceLinks.js';
import {
  anyValue,
  count,
  described,
  boolean,
  id,
  listOf,
  mapOf,
  named,
  nullable,
  number,
  object,
  oneOf,
  ref,
  text,
  time,
} from '@sluice/management';
import { spanFields } from '../spans/spanWire.js';
import { MAX_DEPTH, spanTree } from './spanTree.js';

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

/** A trace in a list. */
export const traceToWire = (trace: TraceSummary) => ({
  id: trace.traceId,
  name: trace.name,
  op: trace.op,
  status: trace.status,
  environment: trace.environment,
  release: trace.release,
  user: trace.userKey,
  startTime: trace.firstStart.toISOString(),
  endTime: trace.lastEnd.toISOString(),
  duration: trace.lastEnd.getTime() - trace.firstStart.getTime(),
  spanCount: trace.spanCount,
  errorCount: trace.errorCount,
  approximate: trace.approximate,
  rootCount: trace.rootCount,
  receivedAt: new Date(timeOfId(trace.firstId)).toISOString(),
});

/** A trace with its spans and linked events. */
export const traceDetailToWire = (trace: Omit<Trace, 'spans'> & Partial<Pick<Trace, 'spans'>>, links: TraceLinks) => ({
  ...traceToWire(trace),
  tags: trace.tags,
  contexts: trace.contexts,
  truncated: trace.truncated,
  previousTraceId: trace.previousTraceId,
  nextTraceIds: links.nextTraceIds,
  spans: spanTree(trace.spans ?? []),
  exceptions: links.exceptions.map(exceptionToWire),
  logs: links.logs.map(recordToWire),
  replayIds: links.replayIds,
});

/** An exception or log of a trace. */
export const recordToWire = ({ id: event, timestamp, level, message, spanId }: TraceRecord) => ({
  id: event,
  timestamp: timestamp.toISOString(),
  receivedAt: new Date(timeOfId(event)).toISOString(),
  level,
  message,
  spanId,
});

/** An exception of a trace. */
export const exceptionToWire = (exception: TraceException) => ({
  ...recordToWire(exception),
  type: exception.type,
  issueId: exception.issueId,
});
