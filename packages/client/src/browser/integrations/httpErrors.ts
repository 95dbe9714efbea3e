import { sendException } from '../../capture/sendException.js';
import type { Integration } from '../../core/client.js';
import { currentPlace, withPlace } from '../../core/scope.js';
import { REPORTED } from '../../servers/reportedHeader.js';
import { requestContexts, requestName, watchRequests } from '../hooks/requests.js';

export interface HttpErrorsOptions {
  /** Whether an answer is an error, by its status: from 500 on. */
  readonly isError?: (status: number) => boolean;
}

/**
 * Reports answers to requests of the page that say that something is broken, as exceptions. Where the server reported the
 * error in the trace that `httpSpans` sent along (header `X-Sluice-Reported`), the page reports nothing.
 */
export const httpErrors = ({ isError = (status) => status >= 500 }: HttpErrorsOptions = {}): Integration => ({
  name: 'httpErrors',
  setup: (client) =>
    watchRequests(client, (request) => {
      const place = currentPlace();
      return ({ status, header }) => {
        if (!status || !isError(status)) return;
        const { traceparent } = request.headers;
        // Read only where the trace went: of a header that it may not read, Chromium prints an error.
        const reported = traceparent && header?.(REPORTED);
        if (reported && traceparent.split('-')[1] === reported) return;
        withPlace(place, () =>
          sendException(client, () => ({ type: 'HttpError', message: `${requestName(request)} answered ${status}` }), {
            contexts: requestContexts(request, status),
          }),
        );
      };
    }),
});
