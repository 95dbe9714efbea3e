import { timeOfId } from '@sluice/contract';
import type { Trace, TraceSummary } from '@sluice/traces';
import { spanTree } from './spanTree.js';
import type { TraceException, TraceLinks, TraceRecord } from './sql/readTraceLinks.js';

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
