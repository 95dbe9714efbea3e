import type { UnknownObject } from '@sluice/contract';
import { readTags } from '../event/readTags.js';
import type { SluiceEvent } from '../sluiceEvent.js';
import { putData } from '../values/attributes.js';
import type { Contexts } from '../values/contexts.js';
import { objectOf, textOf } from '../values/read.js';
import { readMeasurements, readStatus, spanEvent } from './spanEvent.js';

/** The span of a transaction to which its children belong. */
export interface Root {
  readonly traceId: unknown;
  readonly id: unknown;
}

/**
 * Returns a span in the format of a transaction's child, which is also that of spans version 1.
 *
 * @param contexts those that the span has already; `data` is added to them
 * @param root trace and parent of a transaction's child that has none
 */
export function translateChild(span: UnknownObject, contexts: Contexts, root?: Root): SluiceEvent {
  const { tags } = span;
  putData(contexts, objectOf(span['data']));
  return spanEvent({
    id: span['span_id'],
    traceId: span['trace_id'] ?? root?.traceId,
    parentId: span['parent_span_id'] ?? root?.id,
    name: span['description'],
    op: textOf(span['op']),
    start: span['start_timestamp'],
    end: span['timestamp'],
    status: readStatus(span, contexts),
    metrics: readMeasurements(span['measurements']),
    contexts,
    ...readTags(tags),
  });
}
