import { captureException } from '../../capture/captureException.js';
import { getClient } from '../../core/client.js';
import { inSurroundingsOf } from '../asyncSurroundings.js';
import type { ExpressErrorHandler } from './expressRequest.js';

export interface ExpressErrorsOptions {
  /** Whether an error is reported: those without a `status` below 500, which are the other side's fault. */
  readonly isReported?: (error: unknown) => boolean;
}

/** What was reported last of a request: a text that is thrown has no identity, and reaches the handlers of each router. */
const reported = new WeakMap<object, unknown>();

/**
 * Express error handler, for after all routes and before other error handlers: reports errors, each once however many
 * routers have one of these, and passes them on.
 */
export const expressErrors =
  ({ isReported = isOurFault }: ExpressErrorsOptions = {}): ExpressErrorHandler =>
  (error, request, _response, next) => {
    getClient()?.guard(() => {
      if (!isReported(error) || (reported.has(request) && reported.get(request) === error)) return;
      reported.set(request, error);
      inSurroundingsOf(request, () => captureException(error, { handled: false }));
    });
    next(error);
  };

function isOurFault(error: unknown): boolean {
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  return !(Number(status ?? statusCode ?? 500) < 500);
}
