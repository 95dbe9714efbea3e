import { getClient } from '../../core/client.js';
import { reportError, type ServerErrorsOptions } from '../../servers/reportError.js';
import { markResponse } from '../frameworks/markResponse.js';
import { inSurroundingsOf } from '../asyncSurroundings.js';
import type { ExpressErrorHandler } from './expressRequest.js';

/**
 * Express error handler, for after all routes and before other error handlers: reports errors, each once however many
 * routers have one of these, and passes them on.
 */
export const expressErrors =
  (options?: ServerErrorsOptions): ExpressErrorHandler =>
  (error, request, response, next) => {
    getClient()?.guard(() =>
      inSurroundingsOf(request, () => markResponse(response, reportError(error, request, options))),
    );
    next(error);
  };
