import {
  LIMITS,
  invalid,
  isEventType,
  isValidPayload,
  type AcceptedEvent,
  type EventType,
  type InvalidReason,
  type Verdict,
} from '@sluice/contract';
import type { CleanEvent } from './clean.js';
import { isObject, type UnknownObject } from './jsonObject.js';

/**
 * Returns the same event, typed, if it is valid, and otherwise the reason why not (protocol 3.1, step 1, and 8). The first
 * failed check decides. {@link validateSize} checks the size once the event's JSON is written.
 */
export function validate({ event, tooDeep, hasTimestamp }: CleanEvent): AcceptedEvent | InvalidReason {
  if (event === undefined) return 'not_an_object';
  const { type } = event;
  if (!isEventType(type)) return 'type';
  if (!hasTimestamp) return 'timestamp';
  if (tooDeep) return 'too_deep';
  return isAccepted(event, type) ? event : 'payload';
}

/** Whether the payload is valid. It is the last check: cleaning and the checks above it established the other fields. */
const isAccepted = (event: UnknownObject, type: EventType): event is UnknownObject & AcceptedEvent =>
  isValidPayload[type](event['payload']) && (type !== 'replay' || hasValidReplayId(event));

/** A replay's id may come from a context, which the payload's schema does not see. */
const hasValidReplayId = (event: UnknownObject): boolean => (readReplayId(event) ?? '').length <= LIMITS.maxIdentifier;

/**
 * Returns the id of the recording that a replay event belongs to (protocol 2.8): `payload.replayId`, else the context
 * `replay.id`, each a non-empty string or a finite number. `undefined` if the worker has to create one. The worker reads
 * the id in the same way.
 */
export function readReplayId({ payload, contexts }: { payload?: unknown; contexts?: unknown }): string | undefined {
  return (
    (isObject(payload) ? identifierOf(payload['replayId']) : undefined) ??
    (isObject(contexts) ? identifierOf(contexts['replay.id']) : undefined)
  );
}

function identifierOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the verdict `too_large` if an event's JSON exceeds 1 MiB, or 10 MiB for a replay (protocol 8). */
export const validateSize = (type: string, json: Buffer): Verdict | undefined =>
  json.length > (type === 'replay' ? LIMITS.maxReplayBytes : LIMITS.maxEventBytes) ? invalid('too_large') : undefined;
