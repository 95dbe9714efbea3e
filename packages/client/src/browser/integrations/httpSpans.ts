import type { Integration } from '../../core/client.js';
import { startInactiveSpan } from '../../spans/spans.js';
import { traceparentOf } from '../../spans/traceparent.js';
import { requestContexts, requestName, watchRequests } from '../hooks/requests.js';

export interface HttpSpansOptions {
  /**
   * Where the trace goes on besides the page's own origin: origins (`https://api.example.com`), or patterns of whole
   * addresses. A server there must allow the header `traceparent` to be sent to it.
   */
  readonly propagateTo?: readonly (string | RegExp)[];
}

/**
 * Times the requests of the page as spans `http.client`. An answer from 400 on, and no answer, is an `error`; a request
 * that the page gave up is `cancelled`. They end with the headers of the answer.
 */
export const httpSpans = ({ propagateTo = [] }: HttpSpansOptions = {}): Integration => ({
  name: 'httpSpans',
  setup: (client) =>
    watchRequests(client, (request) => {
      const { url, headers } = request;
      const span = startInactiveSpan(requestName(request), { op: 'http.client', data: requestContexts(request) });
      const traceparent = traceparentOf(span);
      const goesOn = (to: string | RegExp): boolean =>
        typeof to === 'string' ? url.origin === to : new RegExp(to.source, to.flags.replace('g', '')).test(url.href);
      if (traceparent !== undefined && [location.origin, ...propagateTo].some(goesOn))
        headers['traceparent'] = traceparent;
      return ({ status, hasFailed, isAborted }) => {
        if (status !== undefined) span.setData('http.status_code', status);
        if (isAborted) span.setStatus('cancelled');
        else if (hasFailed || (status ?? 0) >= 400) span.setStatus('error');
        span.end();
      };
    }),
});
