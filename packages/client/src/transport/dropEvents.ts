import type { TransportHost } from '../core/client.js';
import type { DropReason } from '../core/dropped.js';
import type { SluiceEvent } from '../core/event.js';

/**
 * Handles events that are not sent: counts them, and returns the drop counts that they carried to the next event.
 *
 * @param reason empty if the server counts them @param error error passed to the program
 */
export function dropEvents(
  host: TransportHost,
  events: readonly SluiceEvent[],
  reason: DropReason | '',
  error?: unknown,
): void {
  for (const { type, contexts } of events) {
    if (reason) host.dropped.count(reason, type);
    host.dropped.giveBack(contexts?.['sdk.dropped']);
  }
  if (error) host.giveUp(error, events);
}
