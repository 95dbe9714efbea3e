import { sendException } from '../../capture/sendException.js';
import type { Integration } from '../../core/client.js';
import { currentPlace, withPlace } from '../../core/scope.js';
import { requestContexts, requestName, watchRequests } from '../hooks/requests.js';

export interface HttpErrorsOptions {
  /** Whether an answer is an error, by its status: from 500 on. */
  readonly isError?: (status: number) => boolean;
}

/** Reports answers to requests of the page that say that something is broken, as exceptions. */
export const httpErrors = ({ isError = (status) => status >= 500 }: HttpErrorsOptions = {}): Integration => ({
  name: 'httpErrors',
  setup: (client) =>
    watchRequests(client, (request) => {
      const place = currentPlace();
      return ({ status }) => {
        if (status === undefined || !isError(status)) return;
        const message = `${requestName(request)} answered ${status}`;
        const send = (): void =>
          sendException(client, () => ({ type: 'HttpError', message }), { contexts: requestContexts(request, status) });
        if (place) withPlace(place, send);
        else send();
      };
    }),
});
