import type { UnknownObject } from '@sluice/contract';
import { eventContexts } from '../event/eventContexts.js';
import type { EventFacts } from '../event/eventFacts.js';
import { readTags } from '../event/readTags.js';
import { NO_TIME, type SluiceEvent } from '../sluiceEvent.js';
import { putContext } from '../values/contexts.js';
import { readId } from '../values/ids.js';
import { jsonTextOf, objectOf, textOf } from '../values/read.js';
import { readIso } from '../values/times.js';

/** Returns the log of an event with what a user wrote about a page or an error. */
export function translateFeedback(event: UnknownObject, facts: EventFacts): SluiceEvent {
  const feedback = objectOf(objectOf(event['contexts'])['feedback']);
  const contexts = eventContexts(event, facts);
  putContext(contexts, 'replay.id', textOf(feedback['replay_id']));
  return {
    type: 'log',
    timestamp: readIso(event['timestamp']) ?? NO_TIME,
    ...readTags(event['tags']),
    contexts,
    payload: payloadOf(feedback['message'], {
      'feedback.name': feedback['name'],
      'feedback.email': feedback['contact_email'],
      'feedback.url': feedback['url'],
      'event.id': eventIdOf(feedback['associated_event_id']),
    }),
  };
}

/** Returns the log of a user report: of what a user wrote about an error, with the id of its event. */
export const translateUserReport = ({ name, email, comments, event_id: id }: UnknownObject): SluiceEvent => ({
  type: 'log',
  timestamp: NO_TIME,
  payload: payloadOf(comments, { 'feedback.name': name, 'feedback.email': email, 'event.id': eventIdOf(id) }),
});

/** Returns the id as the context `event.id` has it. */
const eventIdOf = (id: unknown): unknown => readId(id) ?? id;

function payloadOf(message: unknown, given: UnknownObject): UnknownObject {
  const attributes = Object.entries(given).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { level: 'info', message: jsonTextOf(message) ?? '', attributes: Object.fromEntries(attributes) };
}
