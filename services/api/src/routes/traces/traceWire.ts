import { timeOfId } from '@sluice/contract';
import type { Trace, TraceException, TraceLinks, TraceRecord, TraceSummary } from '@sluice/db';
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
import { MOST_DEPTH, spanTree } from './spanTree.js';

const summaryFields = {
  id: described(id, 'The trace id that its spans bear.'),
  name: described(text(), 'Of the first root span; until a root arrives, of the earliest span. So are op and status.'),
  op: nullable(text()),
  status: nullable(oneOf('ok', 'error', 'cancelled')),
  environment: described(nullable(text()), 'Of the root spans in the order of their start, the last that has one.'),
  release: nullable(text()),
  user: described(nullable(text()), 'Key of the project user.'),
  startTime: described(time, 'Start of its earliest span.'),
  endTime: described(time, 'End of its latest span.'),
  duration: described(number, 'Milliseconds from the first start to the last end.'),
  spanCount: count,
  errorCount: count,
  approximate: described(boolean, 'Counts are of stored spans: one that was sent in two batches counts twice.'),
  rootCount: described(count, 'Root spans, 32 at most.'),
  receivedAt: described(time, 'When its first span arrived.'),
};

/** A trace of a list. */
export const traceSchema = named('Trace', object(summaryFields));

const spanNode = named(
  'SpanNode',
  object({
    ...spanFields,
    orphan: described(boolean, 'Its parent is not among the spans of this answer.'),
    children: described(
      listOf(ref('SpanNode')),
      `In the order of their start. Deeper than ${MOST_DEPTH} levels, descendants are siblings: go by \`parentId\`.`,
    ),
  }),
);

const recordFields = {
  id: described(id, 'The event id.'),
  timestamp: time,
  receivedAt: time,
  level: text(),
  message: text(),
  spanId: described(nullable(id), 'Uuid of the span during which it happened.'),
};

/** A trace with all that belongs to it. */
export const traceDetailSchema = named(
  'TraceDetail',
  object({
    ...summaryFields,
    tags: described(mapOf(anyValue), 'Of the root spans, later ones winning.'),
    contexts: mapOf(anyValue),
    truncated: described(
      boolean,
      'More than 5,000 spans are stored: these are its roots and those that were stored first.',
    ),
    previousTraceId: described(nullable(id), 'The page trace before this one, of the same visit.'),
    nextTraceIds: described(listOf(id), 'The page traces after this one, of the same visit.'),
    spans: described(listOf(spanNode), 'Roots and orphans, with what they enclose.'),
    exceptions: listOf(named('TraceException', object({ ...recordFields, type: text(), issueId: nullable(id) }))),
    logs: listOf(named('TraceLog', object(recordFields))),
    replayIds: listOf(id),
  }),
);

/** A trace of a list. */
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

/** A trace with all that belongs to it. */
export const traceDetailToWire = (trace: Trace, links: TraceLinks) => ({
  ...traceToWire(trace),
  tags: trace.tags,
  contexts: trace.contexts,
  truncated: trace.truncated,
  previousTraceId: previousOf(trace),
  nextTraceIds: links.nextTraceIds,
  spans: spanTree(trace.spans),
  exceptions: links.exceptions.map(exceptionToWire),
  logs: links.logs.map(recordToWire),
  replayIds: links.replayIds,
});

/** Of the earliest span that names one. */
const previousOf = ({ spans, traceId }: Trace): string | null =>
  spans.find(({ previousTraceId: id }) => id !== null && id !== traceId)?.previousTraceId ?? null;

const recordToWire = ({ id: event, timestamp, level, message, spanId }: TraceRecord) => ({
  id: event,
  timestamp: timestamp.toISOString(),
  receivedAt: new Date(timeOfId(event)).toISOString(),
  level,
  message,
  spanId,
});

const exceptionToWire = (exception: TraceException) => ({
  ...recordToWire(exception),
  type: exception.type,
  issueId: exception.issueId,
});
