import { EVENT_TYPES, isEventType, type EventType } from '@sluice/contract';
import { usageError } from '../cliError.js';

/** Parses an event type. */
export function eventType(text: string): EventType {
  if (!isEventType(text)) throw usageError(`"${text}" is not an event type: ${EVENT_TYPES.join(', ')}`);
  return text;
}
