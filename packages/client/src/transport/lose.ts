import type { TransportHost } from '../core/client.js';
import type { DropReason } from '../core/dropped.js';
import type { SluiceEvent } from '../core/event.js';

/**
 * Events end here that are not sent: they are counted, and what they would have told of others is told by the next.
 *
 * @param reason empty where the server counts them @param error is told to the program
 */
export function lose(
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
