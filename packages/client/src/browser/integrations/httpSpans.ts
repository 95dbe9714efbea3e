import type { Integration } from '../../core/client.js';
import { startInactiveSpan } from '../../spans/spans.js';
import { traceparentOf } from '../../spans/traceparent.js';
import { requestContexts, requestName, watchRequests } from '../hooks/requests.js';

type Targets = readonly (string | RegExp)[];

export interface HttpSpansOptions {
  /**
   * Where the trace goes on besides the page's own origin: origins (`https://api.example.com`), or patterns of whole
   * addresses. A server there must allow the header `traceparent` to be sent to it.
   */
  readonly propagateTo?: Targets;
  /**
   * Where the trace goes on, exactly, in place of the page's own origin and `propagateTo`: `[]` nowhere,
   * `[/^https:\/\/shop\.example\/api\//]` only there. Needed where the own origin redirects requests of the page to another
   * origin: the browser takes the header along, and asks that one first whether it may (a preflight), which fails.
   */
  readonly tracePropagationTargets?: Targets;
}

/**
 * Times the requests of the page as spans `http.client`. An answer from 400 on, and no answer, is an `error`; a request
 * that the page gave up is `cancelled`. They end with the headers of the answer.
 */
export const httpSpans = ({ propagateTo = [], tracePropagationTargets }: HttpSpansOptions = {}): Integration => ({
  name: 'httpSpans',
  setup: (client) =>
    watchRequests(client, (request) => {
      const { url, headers } = request;
      const span = startInactiveSpan(requestName(request), { op: 'http.client', data: requestContexts(request) });
      const traceparent = traceparentOf(span);
      // `search` ignores where a global pattern stopped the last time.
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
