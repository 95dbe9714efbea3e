import type { TransportHost } from '../core/client.js';
import type { Dsn } from '../core/dsn.js';
import { EARLY_BYTES, PAGE_BYTES } from './limits.js';
import { later } from './later.js';
import type { Batch } from './makeBatches.js';

/** Dependencies of a transport; it uses the global clock and timers. */
export interface TransportEnvironment {
  readonly fetch: typeof globalThis.fetch;
}

/** Sends batches over HTTP. */
export type HttpSender = readonly [
  /** Maximum bytes of a batch that outlives the page. */
  room: () => number,
  /**
   * Resolves to the response headers; rejects on timeout.
   *
   * @param isLeaving sends the batch so that it outlives the page, if there is room. Resolves to `undefined`, because the
   * response is not read. Rejects if neither a keepalive request nor a beacon is possible.
   */
  ask: (batch: Batch, isLeaving?: boolean) => Promise<Response | undefined>,
];

export function createHttpSender(
  { endpoint, key }: Dsn,
  timeout: number,
  { fetch, say, warn }: TransportEnvironment & Pick<TransportHost, 'say' | 'warn'>,
): HttpSender {
  let used = 0;
  let refusals = 0;
  const auth = `service_key=${key}`;
  // Without custom headers the request needs no preflight, which a page that is left cannot complete.
  const keyed = `${endpoint}${endpoint.includes('?') ? '&' : '?'}${auth}`;
  const headers = { 'Content-Type': 'application/json', 'X-Service-Auth': `Service ${auth}` };

  // A keepalive request before a beacon: with `Referrer-Policy: no-referrer` or `same-origin`, Firefox and WebKit send
  // `Origin: null` with a beacon, which a project with allowed domains refuses. A CORS request always has its origin.
  const leave = async (init: RequestInit): Promise<undefined> => {
    try {
      // Without support for keepalive, calling `false` throws.
      await (('keepalive' in Request.prototype && fetch) as typeof fetch)(keyed, init);
    } catch (error) {
      if (!navigator.sendBeacon(keyed, init.body)) throw error;
    }
  };

  return [
    () => PAGE_BYTES - used,
    ({ asked, body, bytes, events }, isLeaving) => {
      // Keepalive may be the reason for the failure: other scripts use its quota, too.
      const keepalive = isLeaving || (!asked && used + bytes <= EARLY_BYTES);
      const counted = keepalive ? bytes : 0;
      used += counted;
      return new Promise((resolve, reject) => {
        const aborter = new AbortController();
        // Settles by itself, because a custom fetch may not support abort.
        const timeUp = (): void => {
          reject(new Error('timeout'));
          aborter.abort();
        };
        // A slow request of a left page may still arrive.
        const timer = later(isLeaving ? (resolve as () => void) : timeUp, timeout);
        const init = { method: 'POST', body, keepalive };
        (isLeaving ? leave(init) : fetch(endpoint, { ...init, headers, signal: aborter.signal }))
          .then(async (response) => {
            resolve(response);
            if (!response) return;
            // A refused key or origin must be fixed by a person: printed once, even without debug.
            const report = (response.status === 401 || response.status === 403) && !refusals++ ? warn : say;
            // The body is always read, so that the connection can be reused.
            report(`events: ${events.length}, status: ${response.status} ${await response.text()}`.slice(0, 300));
          })
          .catch(reject)
          .finally(() => {
            used -= counted;
            clearTimeout(timer);
          });
      });
    },
  ];
}
