import { sendException } from '../../capture/sendException.js';
import type { Integration } from '../../core/client.js';
import { currentTracePosition, withTracePosition } from '../../core/scope.js';
import { REPORTED } from '../../servers/reportedHeader.js';
import { requestContexts, requestName, watchRequests } from '../hooks/requests.js';

export interface HttpErrorsOptions {
  /** Whether a status is an error; default 500 and above. */
  readonly isError?: (status: number) => boolean;
}

/**
 * Reports failed requests of the page as exceptions. If the server reported the error in the trace that `httpSpans` sent
 * (header `X-Sluice-Reported`), the page reports nothing.
 */
export const httpErrors = ({ isError = (status) => status >= 500 }: HttpErrorsOptions = {}): Integration => ({
  name: 'httpErrors',
  setup: (client) =>
    watchRequests(client, (request) => {
      const place = currentTracePosition();
      return ({ status, header }) => {
        if (!status || !isError(status)) return;
        const { traceparent } = request.headers;
        // Read only if the trace was sent: Chromium prints an error for inaccessible headers.
        const reported = traceparent && header?.(REPORTED);
        if (reported && traceparent.split('-')[1] === reported) return;
        withTracePosition(place, () =>
          sendException(client, () => ({ type: 'HttpError', message: `${requestName(request)} answered ${status}` }), {
            contexts: requestContexts(request, status),
          }),
        );
      };
    }),
});
