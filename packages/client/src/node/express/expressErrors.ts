import { getClient } from '../../core/client.js';
import { reportError, type ServerErrorsOptions } from '../../servers/reportError.js';
import { markResponse } from '../frameworks/markResponse.js';
import { runInStoredContext } from '../asyncContext.js';
import type { ExpressErrorHandler } from './expressRequest.js';

/**
 * Express error handler. Add it after all routes and before other error handlers. It reports each error once and passes it on.
 */
export const expressErrors =
  (options?: ServerErrorsOptions): ExpressErrorHandler =>
  (error, request, response, next) => {
    getClient()?.guard(() =>
      runInStoredContext(request, () => markResponse(response, reportError(error, request, options))),
    );
    next(error);
  };
