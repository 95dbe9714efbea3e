import { errorBody } from '@sluice/contract';
import type { Component } from '@sluice/runtime';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewayConfig } from '../config.js';
import { corsHeaders } from './commonHeaders.js';
import { isEnvelopePath } from './envelope.js';

/** Bounds of the server, and where it listens. */
export type HttpServerOptions = Pick<
  GatewayConfig,
  'host' | 'port' | 'headersTimeoutMs' | 'bodyTimeoutMs' | 'keepAliveMs' | 'maxConnections' | 'shutdownMs'
>;

/** Who answers. */
export interface HttpHandlers {
  readonly envelope: (...parameters: Parameters<RequestListener>) => Promise<void>;
  readonly management: RequestListener;
}

/** The public server: the hot path is dispatched before Express, which serves everything else. */
export function createHttpServer(
  handlers: HttpHandlers,
  options: HttpServerOptions,
): Component & { readonly port: () => number } {
  const listener: RequestListener = (request, response) => {
    if (isEnvelopePath(request.url ?? '')) void handlers.envelope(request, response);
    else handlers.management(request, response);
  };
  const server = createServer(
    {
      headersTimeout: options.headersTimeoutMs,
      // The body has a timeout of its own, whose answer bears all headers; this one is behind it.
      requestTimeout: options.headersTimeoutMs + options.bodyTimeoutMs + BACKSTOP_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, options.headersTimeoutMs),
      keepAliveTimeout: options.keepAliveMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      noDelay: true,
    },
    listener,
  );
  server.maxConnections = options.maxConnections;
  // The handler itself says when to go on: a refused body need not be sent.
  server.on('checkContinue', listener);
  server.on('clientError', answerClientError);
  return {
    port: () => {
      const bound = server.address();
      return typeof bound === 'object' && bound !== null ? bound.port : options.port;
    },
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(options.port, options.host, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    stop: () => stopServer(server, options.shutdownMs),
  };
}

const BACKSTOP_MS = 5_000;
const CHECK_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;

/** Accepts nothing more, lets what is under way finish, and ends what does not in time. */
function stopServer(server: Server, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), deadlineMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

interface ClientError extends Error {
  readonly code?: string;
}

const CLIENT_ERRORS: Readonly<Record<string, readonly [string, string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request did not arrive in time.'],
};
const BAD_REQUEST = ['400 Bad Request', 'bad_request', 'This is not a request of HTTP/1.1.'] as const;

/** What Node's parser refuses never reaches a handler, and gets the error body of every other refusal here. */
function answerClientError(error: ClientError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = CLIENT_ERRORS[error.code ?? ''] ?? BAD_REQUEST;
  const body = JSON.stringify(errorBody(code, message));
  const headers = { ...corsHeaders(undefined), 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
