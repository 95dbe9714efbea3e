import type { IncomingMessage, ServerResponse } from 'node:http';
import { getClient } from '../../core/client.js';
import { endRequest } from '../../servers/endRequest.js';
import { handleRequest } from '../../servers/handleRequest.js';
import { reportError, type ServerErrorsOptions } from '../../servers/reportError.js';
import { bindToContext, runInStoredContext, storeContext } from '../asyncContext.js';
import { markResponse } from './markResponse.js';

/** The part of a Fastify request that is read. */
interface FastifyRequest {
  readonly raw: IncomingMessage;
  readonly method: string;
  readonly originalUrl: string;
  readonly routeOptions: { readonly url?: string | undefined };
}

interface FastifyReply {
  readonly raw: ServerResponse;
  readonly statusCode: number;
}

type Done = () => void;

/** The part of a server that the plugin uses; methods, so that Fastify's overloads match. */
interface FastifyServer {
  addHook(name: 'onRequest', hook: (request: FastifyRequest, reply: FastifyReply, done: Done) => void): unknown;
  addHook(
    name: 'onError',
    hook: (request: FastifyRequest, reply: FastifyReply, error: Error, done: Done) => void,
  ): unknown;
}

type FastifyPlugin = (server: FastifyServer, options: unknown, done: Done) => void;

/**
 * Fastify plugin. Register it before all routes: `app.register(fastifyRequests())`. Every request gets its own scope, continues
 * the trace of its `traceparent` header, and is recorded as a span `http.server` named by its route. Errors of handlers and
 * hooks are reported, unless their status is below 500.
 */
export function fastifyRequests(options?: ServerErrorsOptions): FastifyPlugin {
  const plugin: FastifyPlugin = (server, _options, done) => {
    server.addHook('onRequest', begin);
    server.addHook('onError', (request, reply, error, next) => {
      getClient()?.guard(() => {
        // A route may set the status of its error on the reply.
        if (reply.statusCode < 400 || reply.statusCode >= 500)
          runInStoredContext(request.raw, () => markResponse(reply, reportError(error, request.raw, options)));
      });
      next();
    });
    done();
  };
  // Applies to the whole server, not only to the plugin's children.
  return Object.assign(plugin, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('fastify.display-name')]: 'sluice',
  });
}

function begin(request: FastifyRequest, { raw: response }: FastifyReply, done: Done): void {
  const client = getClient();
  if (client === undefined) return done();
  const { raw, method, originalUrl: url } = request;
  const incoming = { method, url, traceparent: raw.headers['traceparent'], userAgent: raw.headers['user-agent'] };
  handleRequest(client, incoming, (span) => {
    const end = (): void => {
      const { statusCode, headersSent, writableFinished } = response;
      endRequest(span, {
        method,
        url,
        route: request.routeOptions.url,
        status: headersSent ? statusCode : undefined,
        hasRanges: response.hasHeader('accept-ranges'),
        isCancelled: !writableFinished,
      });
    };
    client.guard(() => {
      storeContext(raw);
      response.once('close', () => client.guard(end));
      bindToContext(raw);
      bindToContext(response);
    });
    done();
  });
}
