import {
  EVENT_TYPES,
  LIMITS,
  findPayloadIssue,
  isEventType,
  type ValidationIssue,
  type Verdict,
} from '@sluice/contract';
import type { CleanEvent } from './clean.js';

/** What is wrong with an event that {@link Verdict} calls invalid. Costs a second validation: for debugging only. */
export function describeIssue({ event = {} }: CleanEvent, { reason }: Verdict): ValidationIssue {
  const { type, timestamp, payload } = event;
  switch (reason) {
    case 'not_an_object':
      return { message: 'must be a JSON object' };
    case 'type':
      return { field: 'type', message: type === undefined ? REQUIRED : `must be one of ${EVENT_TYPES.join(', ')}` };
    case 'timestamp':
      return { field: 'timestamp', message: timestamp === undefined ? REQUIRED : 'must be an ISO 8601 date and time' };
    case 'payload':
      if (payload === undefined) return { field: 'payload', message: REQUIRED };
      // A replay's id may come from a context, which no schema of a payload sees.
      return (isEventType(type) ? findPayloadIssue(type, payload) : undefined) ?? LONG_REPLAY_ID;
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
