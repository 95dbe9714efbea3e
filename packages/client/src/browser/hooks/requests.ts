import type { Client } from '../../core/client.js';
import { all } from './all.js';
import { createWatched } from './watched.js';
import { wrapFetch } from './wrapFetch.js';
import { wrapXhr } from './wrapXhr.js';

/** A request of the page that is about to be sent. */
export interface RequestStart {
  readonly method: string;
  readonly url: URL;
  /** Headers that are added to the request, unless it has them. */
  readonly headers: Record<string, string>;
}

/** How a request ended. */
export interface RequestEnd {
  /** Absent where there was no answer, or one that the page may not see. */
  readonly status?: number | undefined;
  /** There was no answer. */
  readonly hasFailed?: boolean;
  /** The page gave it up itself. */
  readonly isAborted?: boolean;
}

/** Is told how a request ended. */
export type RequestEnded = (end: RequestEnd) => void;

/** Tells of a request, before it is sent. */
export type BeginRequest = (method: unknown, address: unknown) => BegunRequest | undefined;

/** What has to be done for a request that is watched. */
export interface BegunRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly end: RequestEnded;
}

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
    if (client.isOwn(request.url.href)) return undefined;
    const ended = client.guard(() => watcher(request));
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
