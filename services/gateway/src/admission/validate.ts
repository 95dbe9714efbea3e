import { LIMITS, invalid, isEventType, isValidPayload, type AcceptedEvent, type Verdict } from '@sluice/contract';
import type { CleanEvent } from './clean.js';
import { readReplayId } from './readReplayId.js';

/**
 * Protocol 3.1, step 1, and 8: not an object, type, timestamp, depth, payload. An event's size is
 * judged by {@link validateSize} once its JSON is written.
 */
export function validate({ event, tooDeep, hasTimestamp }: CleanEvent): Verdict | undefined {
  if (event === undefined) return invalid('not_an_object');
  const { type, payload } = event;
  if (!isEventType(type)) return invalid('type');
  if (!hasTimestamp) return invalid('timestamp');
  if (tooDeep) return invalid('too_deep');
  if (!isValidPayload[type](payload)) return invalid('payload');
  return type === 'replay' ? validateReplayId(event as unknown as AcceptedEvent) : undefined;
}

/** The id may come from a context, which no schema of a payload sees. */
function validateReplayId(event: AcceptedEvent): Verdict | undefined {
  return (readReplayId(event) ?? '').length > LIMITS.maxIdentifier ? invalid('payload') : undefined;
}

/** Protocol 8, size of one event: 1 MiB of JSON, 10 MiB for a replay. */
export const validateSize = (type: string, json: Buffer): Verdict | undefined =>
  json.length > (type === 'replay' ? LIMITS.maxReplayBytes : LIMITS.maxEventBytes) ? invalid('too_large') : undefined;
