import type { Contexts, EventType, Payloads, SluiceEvent } from './event.js';
import type { EventParts } from './eventParts.js';
import { isoTime } from './isoTime.js';
import type { ClientOptions } from './options.js';
import { currentPlace, currentScope } from './scope.js';

/** An event as it travels: what is given, and what the surroundings say. @param platform contexts that yield to all others */
export function eventOf<Type extends EventType>(
  options: ClientOptions,
  platform: Contexts,
  {
    type,
    payload,
    at,
    tags,
    place: given,
    contexts: own,
    scope = currentScope(),
  }: EventParts & { type: Type; payload: Payloads[Type] },
): SluiceEvent {
  const place = given === undefined ? currentPlace() : given;
  // V8 is a hundred times slower where properties are added to what `{ ...a }` made.
  const contexts: Contexts = Object.assign({}, platform, scope.contexts, own);
  if (options.release !== undefined) contexts['release'] = options.release;
  if (options.environment !== undefined) contexts['environment'] = options.environment;
  if (place) {
    contexts['trace.id'] = place.traceId;
    contexts['span.id'] = place.spanId;
  }
  const timestamp = isoTime(at ?? Date.now());
  return { type, timestamp, tags: { ...scope.tags, ...tags }, contexts, payload } as SluiceEvent;
}
