import type { Dsn } from '../core/dsn.js';
import { later } from './later.js';
import type { Batch } from './makeBatches.js';

/** What a transport works with; clock and timers are the global ones. */
export interface TransportEnvironment {
  readonly fetch: typeof globalThis.fetch;
  /** Hands over what has to outlive the page; false where it was not taken. Does not throw. Only browsers have it. */
  readonly beacon?: (url: string, body: string) => boolean;
  /** 0 to 1: `Math.random`. */
  readonly random?: () => number;
}

/**
 * Bytes of beacons and keepalive requests under way. The Fetch standard gives a page 65,536 for all of them; what is left
 * is for others.
 */
const PAGE_BYTES = 60_000;
/** Of these, what is kept for the moment of leaving. */
const RESERVED_BYTES = 30_000;
/** Nobody tells when a beacon has arrived. */
const BEACON_MS = 5000;

/** The way to the server. */
export interface Wire {
  /** Bytes that a batch may have that outlives the page. */
  room(): number;
  /**
   * Resolves with the head of the answer; rejects where none comes in time. `undefined`: nobody will answer.
   *
   * @param isLeaving the batch outlives the page in any case; there must be room for it
   */
  ask(batch: Batch, isLeaving?: boolean): Promise<Response> | undefined;
}

export function createWire({ endpoint, key }: Dsn, timeout: number, { fetch, beacon }: TransportEnvironment): Wire {
  let used = 0;
  const auth = `service_key=${key}`;
  // Without headers of its own a request needs no preflight, for which a page that goes has no time.
  const keyed = `${endpoint}${endpoint.includes('?') ? '&' : '?'}${auth}`;
  const headers = { 'Content-Type': 'application/json', 'X-Service-Auth': `Service ${auth}` };

  return {
    room: () => PAGE_BYTES - used,
    ask: ({ asked, body, bytes }, isLeaving) => {
      // To outlive the page may be what failed: others use the room for that, too.
      const keepalive = isLeaving || (!asked && used + bytes <= PAGE_BYTES - RESERVED_BYTES);
      const counted = keepalive ? bytes : 0;
      const release = (): void => {
        used -= counted;
      };
      used += counted;
      if (isLeaving && beacon?.(keyed, body)) {
        later(release, BEACON_MS);
        return undefined;
      }
      return new Promise<Response>((resolve, reject) => {
        const aborter = new AbortController();
        // Rejects by itself: not every fetch that a page puts in place can be aborted.
        const timer = later(() => {
          reject(new Error('timeout'));
          aborter.abort();
        }, timeout);
        const init = { method: 'POST', body, keepalive, signal: aborter.signal };
        (isLeaving ? fetch(keyed, init) : fetch(endpoint, { ...init, headers }))
          .then((response) => {
            resolve(response);
            // So that the connection can be used again.
            return response.text();
          })
          .catch(reject)
          .finally(() => {
            release();
            clearTimeout(timer);
          });
      });
    },
  };
}
