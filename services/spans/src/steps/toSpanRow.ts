import { cut, LIMITS, SPAN_STATUSES } from '@sluice/contract';
import type { SpanRow } from '@sluice/db';
import { makeRow, type RowFacts } from '@sluice/drain';
import { readText, readTime, UnstorableEventError, type EnrichedEvent } from '@sluice/enrichment';
import { readMetrics } from './readMetrics.js';

const STATUSES: readonly unknown[] = SPAN_STATUSES;

/** Protocol 2.3: a span as its row, the trace it names included. Throws where a required field is missing. */
export function toSpanRow(event: EnrichedEvent, facts: RowFacts): SpanRow {
  const { payload } = event;
  const text = (key: string, max: number): string => required(key, readText(payload[key], max));
  const time = (key: string): number => required(key, readTime(payload[key]));
  const { duration, status } = payload;
  const metrics = readMetrics(payload['metrics']);
  if (typeof duration !== 'number' || !Number.isFinite(duration))
    throw new UnstorableEventError('duration is not a number');
  if (typeof status !== 'string' || !STATUSES.includes(status))
    throw new UnstorableEventError('status is not ok, error or cancelled');
  return makeRow(event, facts, {
    trace_id: text('traceId', LIMITS.maxIdentifier),
    span_uuid: text('uuid', LIMITS.maxIdentifier),
    parent_id: readText(payload['parentId'], LIMITS.maxIdentifier),
    name:
      typeof payload['name'] === 'string' ? cut(payload['name'], LIMITS.cutIndexed) : text('name', LIMITS.cutIndexed),
    op: readText(payload['op'], LIMITS.cutIndexed),
    status,
    start_time: time('startTime'),
    end_time: time('endTime'),
    duration,
    metrics: metrics === null ? null : JSON.stringify(metrics),
    previous_trace_id: readText(event.contexts['previous_trace.id'], LIMITS.maxIdentifier),
  });
}

function required<T>(key: string, value: T | null): T {
  if (value === null) throw new UnstorableEventError(`${key} is missing`);
  return value;
}
