import type { ServerResponse } from 'node:http';
import { getClient, type Client } from '../../core/client.js';
import { endRequest } from '../../servers/endRequest.js';
import { handleRequest } from '../../servers/handleRequest.js';
import type { LiveSpan } from '../../spans/span.js';
import { bindToContext, hasStoredContext, storeContext } from '../asyncContext.js';
import type { ExpressMiddleware, ExpressRequest } from './expressRequest.js';
import { watchRoute } from './watchRoute.js';

/**
 * Express middleware. Add it before all others. Every request gets its own scope (tags, contexts, user), continues the trace of
 * its `traceparent` header, and is recorded as a span `http.server` named by its route: `GET /users/:id`. Static files share the
 * name `GET static file`. A status of 500 or above is an `error`; if the client disconnects early, the span is `cancelled`.
 */
export const expressRequests = (): ExpressMiddleware => (request, response, next) => {
  const client = getClient();
  if (client === undefined || hasStoredContext(request)) return next();
  const { method = '', originalUrl, url = '', headers } = request;
  const incoming = {
    method,
    url: originalUrl ?? url,
    traceparent: headers['traceparent'],
    userAgent: headers['user-agent'],
  };
  handleRequest(client, incoming, (span) => {
    client.guard(() => follow(client, { request, response, span }));
    next();
  });
};

interface Handling {
  readonly request: ExpressRequest;
  readonly response: ServerResponse;
  readonly span: LiveSpan;
}

function follow({ guard }: Client, { request, response, span }: Handling): void {
  storeContext(request);
  const routeOf = watchRoute(request, guard);
  const { method = '', originalUrl, url = '' } = request;
  const end = (): void => {
    const { statusCode, headersSent, writableFinished } = response;
    endRequest(span, {
      method,
      url: originalUrl ?? url,
      ...routeOf(),
      status: headersSent ? statusCode : undefined,
      hasRanges: response.hasHeader('accept-ranges'),
      isCancelled: !writableFinished,
    });
  };
  response.once('close', () => guard(end));
  bindToContext(request);
  bindToContext(response);
}
