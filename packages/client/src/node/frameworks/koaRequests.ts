import type { IncomingMessage, ServerResponse } from 'node:http';
import { getClient } from '../../core/client.js';
import { endRequest } from '../../servers/endRequest.js';
import { handleRequest } from '../../servers/handleRequest.js';
import { reportError, type ServerErrorsOptions } from '../../servers/reportError.js';
import { bindToContext } from '../asyncContext.js';
import { markResponse } from './markResponse.js';

/** The part of a Koa context that is read. */
interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  readonly originalUrl: string;
}

type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;

/**
 * Koa middleware. Add it before all others. Every request gets its own scope, continues the trace of its `traceparent` header,
 * and is recorded as a span `http.server` named by the route of `@koa/router`. Errors that reach it are reported, unless their
 * status is below 500, and rethrown.
 */
export const koaRequests =
  (options?: ServerErrorsOptions): KoaMiddleware =>
  async (context, next) => {
    const client = getClient();
    if (client === undefined) return next();
    const { req, res, method, originalUrl: url } = context;
    const { traceparent, 'user-agent': userAgent } = req.headers;
    return handleRequest(client, { method, url, traceparent, userAgent }, async (span) => {
      const end = (): void =>
        endRequest(span, {
          method,
          url,
          route: routeOf(context),
          status: res.headersSent ? res.statusCode : undefined,
          hasRanges: res.hasHeader('accept-ranges'),
          isCancelled: !res.writableFinished,
        });
      client.guard(() => {
        res.once('close', () => client.guard(end));
        bindToContext(req);
        bindToContext(res);
      });
      try {
        return await next();
      } catch (error) {
        client.guard(() => markResponse(res, reportError(error, req, options)));
        throw error;
      }
    });
  };

/** Route set by `@koa/router`: a pattern or a regular expression. */
function routeOf(context: KoaContext): string | undefined {
  const { _matchedRoute: route } = context as { _matchedRoute?: unknown };
  return typeof route === 'string' || route instanceof RegExp ? String(route) : undefined;
}
