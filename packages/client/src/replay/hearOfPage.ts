import type { Client } from '../core/client.js';
import type { Keeping } from './keeping.js';
import type { Sessions } from './session.js';

/** What beacons and keepalive requests of a page share is 64 KiB. */
const MOST_LEAVING_BYTES = 40_000;

export interface PageHearing {
  readonly client: Client;
  readonly sessions: Sessions;
  readonly keeping: Keeping;
  /** The page is back from the back/forward cache: others may have gone on, or the visit is another one. */
  readonly restored: () => void;
}

/** Sends what there is when the page is left, and hears of its return. @returns stops that */
export function hearOfPage({ client, sessions, keeping, restored }: PageHearing): () => void {
  const forget = client.onLeave(() => {
    if (sessions.current().kind === 'session') keeping.flush(MOST_LEAVING_BYTES);
    sessions.release();
  });
  const shown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) client.guard(restored);
  };
  addEventListener('pageshow', shown);
  return () => {
    forget();
    removeEventListener('pageshow', shown);
  };
}
