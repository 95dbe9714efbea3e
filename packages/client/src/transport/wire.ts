import type { TransportHost } from '../core/client.js';
import type { Dsn } from '../core/dsn.js';
import { later } from './later.js';
import type { Batch } from './makeBatches.js';

/** What a transport works with; clock and timers are the global ones. */
export interface TransportEnvironment {
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Bytes of beacons and keepalive requests under way. The Fetch standard gives a page 65,536 for all of them; what is left
 * is for others.
 */
const PAGE_BYTES = 60_000;
/** Of these, what requests before that may take; the rest is kept for the moment of leaving. */
const EARLY_BYTES = 30_000;

/** The way to the server. */
export interface Wire {
  /** Bytes that a batch may have that outlives the page. */
  room(): number;
  /**
   * Resolves with the head of the answer; rejects where none comes in time.
   *
   * @param isLeaving sends the batch so that it outlives the page, for which there must be room. Resolves with `undefined`:
   * its response is not read. Rejects where neither a keepalive request nor a beacon could be made.
   */
  ask(batch: Batch, isLeaving?: boolean): Promise<Response | undefined>;
}

export function createWire(
  { endpoint, key }: Dsn,
  timeout: number,
  { fetch, say, warn }: TransportEnvironment & Pick<TransportHost, 'say' | 'warn'>,
): Wire {
  let used = 0;
  let refusals = 0;
  const auth = `service_key=${key}`;
  // Without headers of its own the request needs no preflight, which a page that is being left cannot complete.
  const keyed = `${endpoint}${endpoint.includes('?') ? '&' : '?'}${auth}`;
  const headers = { 'Content-Type': 'application/json', 'X-Service-Auth': `Service ${auth}` };

  // A keepalive request before a beacon: with `Referrer-Policy: no-referrer` or `same-origin`, Firefox and WebKit send
  // `Origin: null` with a beacon, which a project with allowed domains refuses. A CORS request always has its origin.
  const leave = async (init: RequestInit): Promise<undefined> => {
    try {
      // Where keepalive is missing, the call of `false` throws.
      await (('keepalive' in Request.prototype && fetch) as typeof fetch)(keyed, init);
    } catch (error) {
      if (!navigator.sendBeacon(keyed, init.body)) throw error;
    }
  };

  return {
    room: () => PAGE_BYTES - used,
    ask: ({ asked, body, bytes, events }, isLeaving) => {
      // To outlive the page may be what failed: others use the room for that, too.
      const keepalive = isLeaving || (!asked && used + bytes <= EARLY_BYTES);
      const counted = keepalive ? bytes : 0;
      used += counted;
      return new Promise((resolve, reject) => {
        const aborter = new AbortController();
        // Settles by itself: not every fetch that a page puts in place can be aborted.
        const timeUp = (): void => {
          reject(new Error('timeout'));
          aborter.abort();
        };
        // A slow request of a page that is left may still arrive.
        const timer = later(isLeaving ? (resolve as () => void) : timeUp, timeout);
        const init = { method: 'POST', body, keepalive };
        (isLeaving ? leave(init) : fetch(endpoint, { ...init, headers, signal: aborter.signal }))
          .then(async (response) => {
            resolve(response);
            if (!response) return;
            // A refused key or origin a person has to put right: reported once, debug or not.
            const report = (response.status === 401 || response.status === 403) && !refusals++ ? warn : say;
            // The text is read in any case, so that the connection can be used again.
            report(`events: ${events.length}, answer: ${response.status} ${await response.text()}`.slice(0, 300));
          })
          .catch(reject)
          .finally(() => {
            used -= counted;
            clearTimeout(timer);
          });
      });
    },
  };
}
