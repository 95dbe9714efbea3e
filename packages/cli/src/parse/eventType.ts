import { EVENT_TYPES, isEventType, type EventType } from '@sluice/contract';
import { usageError } from '../cliError.js';

/** Reads one of the five event types. */
export function eventType(text: string): EventType {
  if (!isEventType(text)) throw usageError(`"${text}" is not an event type: ${EVENT_TYPES.join(', ')}`);
  return text;
}
