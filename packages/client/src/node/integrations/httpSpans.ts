import type { Integration } from '../../core/client.js';
import { isOwnRequest } from '../../core/isOwnRequest.js';
import { startInactiveSpan } from '../../spans/spans.js';
import { traceparentOf } from '../../spans/traceparent.js';
import { isWithinOwnRequest } from '../ownRequests.js';
import type { OutgoingRequest, RequestEnd, RequestWatcher } from '../requests/outgoing.js';
import { watchFetch } from '../requests/watchFetch.js';
import { watchHttp } from '../requests/watchHttp.js';

export interface HttpSpansOptions {
  /** Targets of trace propagation: origins (`https://api.example.com`) or patterns of URLs. Default none. */
  readonly propagateTo?: readonly (string | RegExp)[];
  /** Replaces `propagateTo`, as in a page. */
  readonly tracePropagationTargets?: readonly (string | RegExp)[];
}

/**
 * Records requests of the process by `fetch`, `http` and `https` as spans `http.client`. A status of 400 or above, or no response,
 * is an `error`; an aborted request is `cancelled`. Spans end with the response headers.
 */
export const httpSpans = ({
  propagateTo = [],
  tracePropagationTargets = propagateTo,
}: HttpSpansOptions = {}): Integration => ({
  name: 'httpSpans',
  setup: (client) => {
    const watcher: RequestWatcher = (request) =>
      isWithinOwnRequest() || isOwnRequest(client, request.url)
        ? undefined
        : beginRequest(request, tracePropagationTargets);
    const stops = [watchHttp(client, watcher), watchFetch(client, watcher)];
    return () => stops.forEach((stop) => stop());
  },
});

function beginRequest(request: OutgoingRequest, targets: readonly (string | RegExp)[]): (end: RequestEnd) => void {
  const { method, url } = request;
  const address = url.origin + url.pathname;
  const span = startInactiveSpan(`${method} ${address}`, {
    op: 'http.client',
    data: { 'http.method': method, 'http.url': address },
  });
  const goesOn = (to: string | RegExp): boolean =>
    typeof to === 'string' ? url.origin === to : new RegExp(to.source, to.flags.replace(/[gy]/g, '')).test(url.href);
  const traceparent = traceparentOf(span);
  if (traceparent !== undefined && targets.some(goesOn)) request.addHeader('traceparent', traceparent);
  return ({ status, error }) => {
    if (status !== undefined) span.setData('http.status_code', status);
    if (isAbort(error)) span.setStatus('cancelled');
    else if (error !== undefined || (status ?? 0) >= 400) span.setStatus('error');
    span.end();
  };
}

const isAbort = (error: unknown): boolean => (error as { name?: unknown } | undefined)?.name === 'AbortError';
