import type { Client } from '../../core/client.js';
import { isOwnRequest } from '../../core/isOwnRequest.js';
import { all } from './all.js';
import type { BeginRequest, RequestEnded, RequestStart } from './request.js';
import { createSharedHook } from './sharedHook.js';
import { wrapFetch } from './wrapFetch.js';
import { wrapXhr } from './wrapXhr.js';

const requests = /* @__PURE__ */ createSharedHook<RequestStart, RequestEnded>((tell) => {
  const begin: BeginRequest = (method, address) => {
    try {
      const url = new URL(String(address), document.baseURI);
      if (!url.protocol.startsWith('http')) return undefined;
      const headers: Record<string, string> = {};
      const ends = tell({ method: String(method).toUpperCase(), url, headers });
      return ends.length === 0 ? undefined : { headers, end: (end) => ends.forEach((ended) => ended(end)) };
    } catch {
      // Invalid URL: the request itself will fail.
      return undefined;
    }
  };
  return all(wrapFetch(begin), wrapXhr(begin));
});

/**
 * Observes requests by `fetch` and `XMLHttpRequest`, not those of the SDK.
 * @returns a function that stops
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

/** Names a request by method and URL, without query and fragment, which may contain secrets; same-origin URLs by path. */
export const requestName = ({ method, url }: RequestStart): string =>
  `${method} ${url.origin === location.origin ? '' : url.origin}${url.pathname}`;

/** Contexts of a request and its response. */
export const requestContexts = ({ method, url }: RequestStart, status?: number): Record<string, unknown> => ({
  'http.method': method,
  'http.url': url.origin + url.pathname,
  'http.status_code': status,
});
