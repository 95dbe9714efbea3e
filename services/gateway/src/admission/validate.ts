import {
  LIMITS,
  findPayloadIssue,
  invalid,
  isValidPayload,
  WIRE_TYPES,
  type AcceptedEvent,
  type EventType,
  type InvalidReason,
  type ValidationIssue,
  type Verdict,
} from '@sluice/contract';
import { isObject, type UnknownObject } from '../batch/jsonObject.js';
import type { CleanEvent } from './clean.js';

/**
 * Returns the same event, typed, if it is valid, and otherwise the reason why not (protocol 3.1, step 1, and 8). The first
 * failed check decides. {@link validateSize} checks the size once the event's JSON is written.
 */
export function validate({ event, type, tooDeep, hasTimestamp }: CleanEvent): AcceptedEvent | InvalidReason {
  if (event === undefined) return 'not_an_object';
  if (type === undefined) return 'type';
  if (!hasTimestamp) return 'timestamp';
  if (tooDeep) return 'too_deep';
  return isAccepted(event, type) ? event : 'payload';
}

/** Whether the payload is valid. It is the last check: cleaning and the checks above it established the other fields. */
const isAccepted = (event: UnknownObject, type: EventType): event is UnknownObject & AcceptedEvent =>
  isValidPayload[type](event['payload']) && (type !== 'replay' || hasValidReplayId(event));

/** A replay's id may come from a context, which the payload's schema does not cover. */
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

/** Returns the problem of an event with an `invalid` verdict. Validates the event a second time: for explanations only. */
export function describeIssue({ event = {}, type }: CleanEvent, { reason }: Verdict): ValidationIssue {
  const { timestamp, payload } = event;
  switch (reason) {
    case 'not_an_object':
      return { message: 'must be a JSON object' };
    case 'type':
      return {
        field: 'type',
        message: event['type'] === undefined ? REQUIRED : `must be one of ${WIRE_TYPES.join(', ')}`,
      };
    case 'timestamp':
      return { field: 'timestamp', message: timestamp === undefined ? REQUIRED : 'must be an ISO 8601 date and time' };
    case 'payload':
      if (payload === undefined) return { field: 'payload', message: REQUIRED };
      // A replay's id may come from a context, which the payload's schema does not cover.
      return (type !== undefined ? findPayloadIssue(type, payload) : undefined) ?? LONG_REPLAY_ID;
    case 'too_deep':
      return { message: `is nested deeper than ${LIMITS.maxEventDepth} levels` };
    default:
      return { message: `is larger than ${type === 'replay' ? LIMITS.maxReplayBytes : LIMITS.maxEventBytes} bytes` };
  }
}

const REQUIRED = 'is required';

const LONG_REPLAY_ID: ValidationIssue = {
  field: 'contexts.replay.id',
  message: `must be 1 to ${LIMITS.maxIdentifier} characters long`,
};
