export { upsertTraces } from './sql/upsertTraces.js';
export { markSpanHours } from './sql/markSpanHours.js';
export { type TraceSpan } from './sql/traceSpan.js';
export { rollUpEndpoints } from './sql/rollUpEndpoints.js';
export { findEndpointHours, type EndpointHour } from './sql/findEndpointHours.js';
export { MAX_ENDPOINTS, MAX_ENVIRONMENTS } from './sql/readRoots.js';
export { type StoredSpan, listSpans, readSpan, type SpanFilter, type SpanDetail } from './sql/listSpans.js';
export { distinctCounts } from './sql/distinctCounts.js';
export {
  mergeTrace,
  TRACE_DAY_COLUMNS,
  type MergedTrace,
  type TraceDay,
  type TraceSummary,
} from './sql/traceSummary.js';
export { readTraceDays, readTrace, type Trace, readTraceSummary } from './sql/readTrace.js';
