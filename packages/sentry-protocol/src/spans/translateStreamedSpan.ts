import type { SpanStatus, UnknownObject } from '@sluice/contract';
import type { SluiceEvent } from '../sluiceEvent.js';
import { isBookkeeping, putAttribute, valueOfAttribute } from '../values/attributes.js';
import type { Contexts } from '../values/contexts.js';
import { objectOf, textOf } from '../values/read.js';
import { spanEvent } from './spanEvent.js';

/** `browser.web_vital.<name>.value` */
const VITAL = 'browser.web_vital.';
const VALUE = '.value';

/** Returns a span of the container of version 2. Its attributes are contexts; web vitals are metrics. */
export function translateStreamedSpan(span: UnknownObject): SluiceEvent {
  const attributes = objectOf(span['attributes']);
  const { parent_span_id: parentId, is_segment: isSegment } = span;
  const contexts: Contexts = {};
  const metrics: Record<string, number> = {};
  for (const name of Object.keys(attributes)) {
    if (isBookkeeping(name)) continue;
    const value = valueOfAttribute(attributes[name]);
    if (!name.startsWith(VITAL) || !putVital(metrics, name, value)) putAttribute(contexts, name, value);
  }
  // They are the same on all spans of a segment.
  if (isSegment === true || parentId === undefined || parentId === null) {
    putAttribute(contexts, 'sdk.name', valueOfAttribute(attributes['sentry.sdk.name']));
    putAttribute(contexts, 'sdk.version', valueOfAttribute(attributes['sentry.sdk.version']));
  }
  return spanEvent({
    id: span['span_id'],
    traceId: span['trace_id'],
    parentId,
    name: span['name'],
    op: textOf(valueOfAttribute(attributes['sentry.op'])),
    start: span['start_timestamp'],
    end: span['end_timestamp'],
    status: statusOf(span['status'], contexts),
    metrics,
    contexts,
  });
}

function putVital(metrics: Record<string, number>, name: string, value: unknown): boolean {
  const isMetric = name.endsWith(VALUE) && typeof value === 'number' && Number.isFinite(value);
  if (isMetric) metrics[name.slice(VITAL.length, -VALUE.length)] = value;
  return isMetric;
}

function statusOf(status: unknown, contexts: Contexts): SpanStatus {
  if (textOf(status) === undefined || status === 'ok' || status === 'unset') return 'ok';
  return contexts['status.message'] === 'cancelled' || status === 'cancelled' ? 'cancelled' : 'error';
}
