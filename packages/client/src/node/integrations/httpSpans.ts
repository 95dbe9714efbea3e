import type { Integration } from '../../core/client.js';
import { isOwnRequest } from '../../core/isOwnRequest.js';
import { startInactiveSpan } from '../../spans/spans.js';
import { traceparentOf } from '../../spans/traceparent.js';
import { isWithinOwn } from '../ownRequests.js';
import type { OutgoingRequest, RequestEnd, RequestWatcher } from '../requests/outgoing.js';
import { watchFetch } from '../requests/watchFetch.js';
import { watchHttp } from '../requests/watchHttp.js';

export interface HttpSpansOptions {
  /** Where the trace goes on: origins (`https://api.example.com`), or patterns of whole addresses. Nowhere by itself. */
  readonly propagateTo?: readonly (string | RegExp)[];
  /** Where the trace goes on, in place of `propagateTo`, as in a page. */
  readonly tracePropagationTargets?: readonly (string | RegExp)[];
}

/**
 * Times requests that the process makes, by `fetch`, `http` and `https`, as spans `http.client`. An answer from 400 on,
 * and no answer, is an `error`; a request that the program gave up is `cancelled`. They end with the headers of the answer.
 */
export const httpSpans = ({
  propagateTo = [],
  tracePropagationTargets = propagateTo,
}: HttpSpansOptions = {}): Integration => ({
  name: 'httpSpans',
  setup: (client) => {
    const watcher: RequestWatcher = (request) =>
      isWithinOwn() || isOwnRequest(client, request.url) ? undefined : beginRequest(request, tracePropagationTargets);
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
