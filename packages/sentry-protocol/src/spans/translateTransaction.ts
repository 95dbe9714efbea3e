import { isObject, type UnknownObject } from '@sluice/contract';
import { eventContexts } from '../event/eventContexts.js';
import { shortTextOf, type EventFacts } from '../event/eventFacts.js';
import { readTags } from '../event/readTags.js';
import { refusedEvent, type SluiceEvent } from '../sluiceEvent.js';
import { putData } from '../values/attributes.js';
import { putContext } from '../values/contexts.js';
import { objectOf, textOf } from '../values/read.js';
import { readMeasurements, readStatus, spanEvent } from './spanEvent.js';
import { translateChild, type Root } from './translateChild.js';

/** Returns the children of a transaction as they were sent. */
export const childrenOf = ({ spans }: UnknownObject): readonly unknown[] => (Array.isArray(spans) ? spans : []);

/** Returns the root span of a transaction, with the tags and contexts of the event. */
export function translateTransaction(event: UnknownObject, facts: EventFacts): SluiceEvent {
  const trace = traceOf(event);
  const { trace_id: traceId, span_id: id, data } = trace;
  const contexts = eventContexts(event, facts);
  if (isObject(data)) putData(contexts, data);
  return spanEvent({
    id,
    traceId,
    parentId: trace['parent_span_id'],
    name: event['transaction'],
    op: textOf(trace['op']),
    start: event['start_timestamp'],
    end: event['timestamp'],
    status: readStatus({ status: trace['status'], tags: event['tags'] }, contexts),
    metrics: readMeasurements(event['measurements']),
    contexts,
    ...readTags(event['tags']),
  });
}

const traceOf = (event: UnknownObject): UnknownObject => objectOf(objectOf(event['contexts'])['trace']);

/** Returns a function that translates a child of a transaction. */
export function childTranslator(event: UnknownObject): (child: unknown) => SluiceEvent {
  const [environment, release] = [shortTextOf(event['environment']), shortTextOf(event['release'])];
  const { trace_id: traceId, span_id: id } = traceOf(event);
  const root: Root = { traceId: shortTextOf(traceId), id: shortTextOf(id) };
  return (child) => {
    if (!isObject(child)) return refusedEvent('span', 'An entry of the list "spans" is not an object.');
    const contexts = {};
    putContext(contexts, 'environment', environment);
    putContext(contexts, 'release', release);
    return translateChild(child, contexts, root);
  };
}
