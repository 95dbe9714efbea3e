import type { OtlpSignal } from './event.js';

/** Names of the lists above the records of a signal: resources, scopes, records. */
export const RECORD_LISTS: Readonly<Record<OtlpSignal, readonly [string, string, string]>> = {
  traces: ['resourceSpans', 'scopeSpans', 'spans'],
  logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
  metrics: ['resourceMetrics', 'scopeMetrics', 'metrics'],
};
