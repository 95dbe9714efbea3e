import { isObject, LIMITS, parseTimestamp, type AcceptedEvent, type EventType, type Json } from '@sluice/contract';
import { enrichContexts, type Contexts, type RequestFacts } from './enrichContexts.js';
import { identifyUser, type ProjectUser } from './identifyUser.js';
import { readRelease, readText } from './readText.js';

/** An accepted event made ready for its row: final contexts, and the columns that every event type has. */
export interface EnrichedEvent {
  /** Time-ordered event id, the same on every retry. */
  readonly id: string;
  readonly type: EventType;
  /** When it happened, milliseconds since 1970. */
  readonly timestampMs: number;
  readonly environment: string | null;
  readonly release: string | null;
  readonly user: ProjectUser | undefined;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly replayId: string | null;
  readonly tags: Readonly<Record<string, Json>>;
  readonly contexts: Contexts;
  readonly payload: Readonly<Record<string, Json>>;
}

/** An event that can never become a row. The message has the reason. */
export class UnstorableEventError extends Error {
  override readonly name = 'UnstorableEventError';
}

/**
 * Returns the contexts to store and the columns read from them (protocol 2.2). `environment` and `release` are copied
 * to their columns; the release of an exception is moved, unless its column holds a truncated copy. @throws
 * UnstorableEventError if the value is not an event @param id the event's id @param request facts that the gateway
 * recorded
 */
export function enrichEvent(event: AcceptedEvent, id: string, request: RequestFacts): EnrichedEvent {
  const timestampMs = parseTimestamp(event.timestamp);
  if (timestampMs === undefined) throw new UnstorableEventError('timestamp is not an ISO 8601 date and time');
  if (!isObject(event.payload)) throw new UnstorableEventError('payload is not an object');
  const sent = isObject(event.contexts) ? event.contexts['release'] : undefined;
  const release = readRelease(sent);
  // A release that was cut is whole in the contexts only, so it is copied, not moved.
  const isMoved = event.type === 'exception' && release === readText(sent, Infinity);
  const contexts = enrichContexts(event.contexts, request, isMoved ? 'release' : undefined);
  return {
    id,
    type: event.type,
    timestampMs,
    environment: readText(contexts['environment'], LIMITS.cutEnvironment),
    release,
    user: identifyUser(contexts),
    traceId: readText(contexts['trace.id'], LIMITS.maxIdentifier),
    spanId: readText(contexts['span.id'], LIMITS.maxIdentifier),
    replayId: readText(contexts['replay.id'], LIMITS.maxIdentifier),
    tags: isObject(event.tags) ? event.tags : {},
    contexts,
    payload: event.payload,
  };
}
