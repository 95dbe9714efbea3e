import type { SpanStatus, UnknownObject } from '@sluice/contract';
import type { SluiceEvent } from '../sluiceEvent.js';
import { putAttribute, ruleOf, valueOfAttribute } from '../values/attributes.js';
import { putContext, type Contexts } from '../values/contexts.js';
import { objectOf, textOf } from '../values/read.js';
import { spanEvent } from './spanEvent.js';

/** Returns a span of the container of version 2. Its attributes are contexts; web vitals are metrics. */
export function translateStreamedSpan(span: UnknownObject): SluiceEvent {
  const attributes = objectOf(span['attributes']);
  const { parent_span_id: parentId, is_segment: isSegment } = span;
  const contexts: Contexts = {};
  const metrics: Record<string, number> = {};
  for (const name of Object.keys(attributes)) {
    const rule = ruleOf(name);
    if (rule.isDropped) continue;
    const value = valueOfAttribute(attributes[name]);
    if (rule.vital !== undefined && Number.isFinite(value)) metrics[rule.vital] = value as number;
    else putAttribute(contexts, rule, value);
  }
  // They are the same on all spans of a segment.
  if (isSegment === true || parentId === undefined || parentId === null) {
    putContext(contexts, 'sdk.name', valueOfAttribute(attributes['sentry.sdk.name']));
    putContext(contexts, 'sdk.version', valueOfAttribute(attributes['sentry.sdk.version']));
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

function statusOf(status: unknown, contexts: Contexts): SpanStatus {
  if (textOf(status) === undefined || status === 'ok' || status === 'unset') return 'ok';
  return contexts['status.message'] === 'cancelled' || status === 'cancelled' ? 'cancelled' : 'error';
}
