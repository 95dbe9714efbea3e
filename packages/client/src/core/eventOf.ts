import type { Contexts, EventType, Payloads, SluiceEvent } from './event.js';
import type { EventParts } from './eventParts.js';
import { normalize } from './normalize.js';
import type { ClientOptions } from './options.js';
import { currentTracePosition, currentScope } from './scope.js';

/** Input of an event. */
interface EventInput<Type extends EventType> {
  readonly type: Type;
  readonly payload: Payloads[Type];
  readonly parts?: EventParts | undefined;
  /** Contexts with the lowest precedence. */
  readonly platform?: Contexts;
}

/** Creates an event from its parts, scope and trace. */
export function eventOf<Type extends EventType>(
  { release, environment }: ClientOptions,
  { type, payload, parts = {}, platform }: EventInput<Type>,
): SluiceEvent {
  const {
    place = currentTracePosition(),
    scope = currentScope(),
    at = Date.now(),
    timestamp = new Date(at).toISOString(),
  } = parts;
  const own = { release, environment, 'trace.id': place?.traceId, 'span.id': place?.spanId };
  return {
    type,
    timestamp,
    tags: Object.assign({}, normalize(scope.tags), normalize(parts.tags)),
    // V8 is a hundred times slower where properties are added to what `{ ...a }` made.
    contexts: Object.assign(own, platform, normalize(scope.contexts), normalize(parts.contexts)),
    payload,
  } as SluiceEvent;
}
