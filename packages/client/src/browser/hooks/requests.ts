import type { Client } from '../../core/client.js';
import { isOwnRequest } from '../../core/isOwnRequest.js';
import { all } from './all.js';
import type { BeginRequest, RequestEnded, RequestStart } from './request.js';
import { createWatched } from './watched.js';
import { wrapFetch } from './wrapFetch.js';
import { wrapXhr } from './wrapXhr.js';

const requests = /* @__PURE__ */ createWatched<RequestStart, RequestEnded>((tell) => {
  const begin: BeginRequest = (method, address) => {
    try {
      const url = new URL(String(address), document.baseURI);
      if (!url.protocol.startsWith('http')) return undefined;
      const headers: Record<string, string> = {};
      const ends = tell({ method: String(method).toUpperCase(), url, headers });
      return ends.length === 0 ? undefined : { headers, end: (end) => ends.forEach((ended) => ended(end)) };
    } catch {
      // No address: the request will say so itself.
      return undefined;
    }
  };
  return all(wrapFetch(begin), wrapXhr(begin));
});

/**
 * Hears of the requests that the page makes by `fetch` and `XMLHttpRequest`; of the SDK's own it does not.
 * @returns stops watching
 */
export const watchRequests = (
  client: Client,
  watcher: (request: RequestStart) => RequestEnded | undefined,
): (() => void) =>
  requests.watch((request) => {
    const ended = client.guard(() => {
      const isOwn = isOwnRequest(client, request.url, document.baseURI);
      return isOwn ? undefined : watcher(request);
    });
    return ended && ((end) => client.guard(() => ended(end)));
  });

/** A request in few words: no query and no fragment, which may hold secrets; of the page's own origin only the path. */
export const requestName = ({ method, url }: RequestStart): string =>
  `${method} ${url.origin === location.origin ? '' : url.origin}${url.pathname}`;

/** The contexts of a request, and of its answer. */
export const requestContexts = ({ method, url }: RequestStart, status?: number): Record<string, unknown> => ({
  'http.method': method,
  'http.url': url.origin + url.pathname,
  'http.status_code': status,
});
