import type { Integration } from '../../core/client.js';
import { startInactiveSpan } from '../../spans/spans.js';
import { traceparentOf } from '../../spans/traceparent.js';
import { requestContexts, requestName, watchRequests } from '../hooks/requests.js';

type Targets = readonly (string | RegExp)[];

export interface HttpSpansOptions {
  /**
   * Targets of trace propagation besides the page's own origin: origins (`https://api.example.com`) or patterns of URLs. Their
   * servers must allow the header `traceparent`.
   */
  readonly propagateTo?: Targets;
  /**
   * Replaces the page's own origin and `propagateTo`: `[]` for none, `[/^https:\/\/shop\.example\/api\//]` for these only. Needed
   * if the own origin redirects requests to another origin: the browser keeps the header and sends a preflight, which fails.
   */
  readonly tracePropagationTargets?: Targets;
}

/**
 * Records requests of the page as spans `http.client`. A status of 400 or above, or no response, is an `error`; an aborted
 * request is `cancelled`. Spans end with the response headers.
 */
export const httpSpans = ({ propagateTo = [], tracePropagationTargets }: HttpSpansOptions = {}): Integration => ({
  name: 'httpSpans',
  setup: (client) =>
    watchRequests(client, (request) => {
      const { url, headers } = request;
      const span = startInactiveSpan(requestName(request), { op: 'http.client', data: requestContexts(request) });
      const traceparent = traceparentOf(span);
      // `search` ignores `lastIndex` of global patterns.
      const goesOn = (to: string | RegExp): boolean =>
        typeof to === 'string' ? url.origin === to : url.href.search(to) >= 0;
      const targets = tracePropagationTargets ?? [location.origin, ...propagateTo];
      if (traceparent && targets.some(goesOn)) headers['traceparent'] = traceparent;
      return ({ status, hasFailed, isAborted }) => {
        span.setData('http.status_code', status);
        if (isAborted) span.setStatus('cancelled');
        else if (hasFailed || (status ?? 0) >= 400) span.setStatus('error');
        span.end();
      };
    }),
});
