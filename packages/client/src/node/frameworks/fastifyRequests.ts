import type { IncomingMessage, ServerResponse } from 'node:http';
import { getClient } from '../../core/client.js';
import { endRequest } from '../../servers/endRequest.js';
import { handleRequest } from '../../servers/handleRequest.js';
import { reportError, type ServerErrorsOptions } from '../../servers/reportError.js';
import { bindToSurroundings, inSurroundingsOf, rememberSurroundings } from '../asyncSurroundings.js';
import { markResponse } from './markResponse.js';

/** A request of Fastify, as far as it is read. */
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

/** What the plugin uses of a server. Methods, so that Fastify's own overloads fit. */
interface FastifyServer {
  addHook(name: 'onRequest', hook: (request: FastifyRequest, reply: FastifyReply, done: Done) => void): unknown;
  addHook(
    name: 'onError',
    hook: (request: FastifyRequest, reply: FastifyReply, error: Error, done: Done) => void,
  ): unknown;
}

type FastifyPlugin = (server: FastifyServer, options: unknown, done: Done) => void;

/**
 * Fastify plugin, for before all routes: `app.register(fastifyRequests())`. Every request has a scope of its own, goes on
 * with the trace of its header `traceparent`, and is timed as a span `http.server` named by its route. Errors of handlers
 * and hooks are reported, unless their status is below 500.
 */
export function fastifyRequests(options?: ServerErrorsOptions): FastifyPlugin {
  const plugin: FastifyPlugin = (server, _options, done) => {
    server.addHook('onRequest', begin);
    server.addHook('onError', (request, reply, error, next) => {
      getClient()?.guard(() => {
        // A route may say by the reply whose fault its error is.
        if (reply.statusCode < 400 || reply.statusCode >= 500)
          inSurroundingsOf(request.raw, () => markResponse(reply, reportError(error, request.raw, options)));
      });
      next();
    });
    done();
  };
  // For the whole server, not only for what is registered within the plugin.
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
        ...{ method, url, route: request.routeOptions.url },
        status: headersSent ? statusCode : undefined,
        hasRanges: response.hasHeader('accept-ranges'),
        isCancelled: !writableFinished,
      });
    };
    client.guard(() => {
      rememberSurroundings(raw);
      response.once('close', () => client.guard(end));
      bindToSurroundings(raw);
      bindToSurroundings(response);
    });
    done();
  });
}
