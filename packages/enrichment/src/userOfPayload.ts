import { isObject, type AcceptedEvent } from '@sluice/contract';
import { identifyUser } from './identifyUser.js';

/**
 * Returns the identity of the project user of an accepted event as JSON, as `enrichEvent` does; `undefined` if it has none or is
 * not an event.
 */
export function userOfPayload(payload: Buffer): string | undefined {
  try {
    const event = JSON.parse(payload.toString()) as Partial<AcceptedEvent> | null;
    return isObject(event?.contexts) ? identifyUser(event.contexts)?.key : undefined;
  } catch {
    return undefined;
  }
}
