import { getClient, type Client } from '../../core/client.js';
import { withScope, type Scope } from '../../core/scope.js';
import { beginSpan } from '../../spans/beginSpan.js';
import type { LiveSpan } from '../../spans/span.js';
import { continueTrace } from '../../spans/traceparent.js';
import { bindToSurroundings, hasSurroundings, rememberSurroundings } from '../asyncSurroundings.js';
import type { ExpressMiddleware, ExpressRequest } from './expressRequest.js';
import { isStaticFile } from './isStaticFile.js';
import { watchRoute } from './watchRoute.js';
import type { ServerResponse } from 'node:http';

/**
 * Express middleware, for before all others: every request has a scope of its own (tags, contexts, user), goes on with the
 * trace of its header `traceparent`, and is timed as a span `http.server` that is called by its route: `GET /users/:id`.
 * Static files share the name `GET static file`.
 * An answer from 500 on is an `error`; where the other side went away before its end, the span is `cancelled`.
 */
export const expressRequests = (): ExpressMiddleware => (request, response, next) => {
  const client = getClient();
  if (client === undefined || hasSurroundings(request)) return next();
  withScope((scope) => {
    client.guard(() => describe(request, scope));
    continueTrace(request.headers['traceparent'], () => {
      const span = beginSpan(request.method ?? '', { op: 'http.server' });
      span.run(() => {
        client.guard(() => follow(client, { request, response, span }));
        next();
      });
    });
  });
};

function describe({ method, headers, originalUrl, url = '' }: ExpressRequest, { contexts }: Scope): void {
  contexts['http.method'] = method;
  // Without what may be secret.
  contexts['http.url'] = (originalUrl ?? url).replace(/[?#].*/, '');
  contexts['device.userAgent'] = headers['user-agent'];
}

interface Handling {
  readonly request: ExpressRequest;
  readonly response: ServerResponse;
  readonly span: LiveSpan;
}

function follow({ guard }: Client, { request, response, span }: Handling): void {
  rememberSurroundings(request);
  const routeOf = watchRoute(request, guard);
  const end = (): void => {
    const { statusCode, headersSent, writableFinished } = response;
    const route = routeOf();
    const isFile = !route.isMatched && isStaticFile(request, response);
    if (!isFile) span.setData('http.route', route.pattern);
    if (headersSent) span.setData('http.status_code', statusCode);
    if (statusCode >= 500) span.setStatus('error');
    else if (!writableFinished) span.setStatus('cancelled');
    span.end(undefined, undefined, `${request.method ?? ''} ${isFile ? 'static file' : route.pattern}`);
  };
  response.once('close', () => guard(end));
  bindToSurroundings(request);
  bindToSurroundings(response);
}
