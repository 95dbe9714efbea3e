import type { AlertMessage } from './alertMessage.js';

/** A destination that Sluice paused. */
interface PausedDestination {
  /** Of the message. */
  readonly id: string;
  /** Slug. */
  readonly organization: string;
  readonly destination: { readonly id: string; readonly name: string };
  /** Why it was paused, without a full stop: `every address unsubscribed`. */
  readonly reason: string;
  /** Page of the destination; `null`: no link. */
  readonly url: string | null;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** The kind of the item of such a message. */
export const DESTINATION_PAUSED = 'destination_paused';

/** Returns the message to owners about a paused destination. */
export function pausedMessage(paused: PausedDestination): AlertMessage {
  const { id, organization, destination, reason, url, at } = paused;
  const [state, subject] = ['notice', `destination:${destination.id}`] as const;
  const item = {
    firingId: id,
    kind: DESTINATION_PAUSED,
    state,
    subject,
    at,
    url,
    suppressed: 0,
    rule: { id: '0', name: 'Destinations' },
    title: destination.name,
    reason: `Messages wait until someone resumes the destination. Reason: ${reason}`,
  };
  const title = `Destination paused: ${destination.name}`;
  return { id, organization, project: null, state, severity: 'error', title, items: [item], total: 1, url, at };
}
