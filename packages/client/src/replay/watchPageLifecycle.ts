import type { Client } from '../core/client.js';
import type { EventBuffer } from './eventBuffer.js';
import type { Sessions } from './session.js';

/** Beacons and keepalive requests of a page share 64 KiB. */
const MOST_LEAVING_BYTES = 40_000;

export interface PageLifecycleHandlers {
  readonly client: Client;
  readonly sessions: Sessions;
  readonly keeping: EventBuffer;
  /** The page is restored from the back/forward cache: another page may have continued the visit. */
  readonly restored: () => void;
}

/** Flushes when the page is left, and observes its return. @returns a function that stops */
export function watchPageLifecycle({ client, sessions, keeping, restored }: PageLifecycleHandlers): () => void {
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
