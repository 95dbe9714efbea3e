import { createHttpServer, hasSingleHost, type HttpServer, type HttpServerOptions } from '@sluice/runtime';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { findEndpoint, type IngestEndpoint } from '../endpoints.js';
import { Rejection, sendAnswer } from './answer.js';
import { createClientErrors } from './clientErrors.js';
import { findMountedHandler, type MountedHandler } from './mountedHandlers.js';

/** Address and limits of the public server. */
export interface GatewayServerOptions extends Omit<HttpServerOptions, 'requestTimeoutMs'> {
  /** Longest wait for a body, in milliseconds. */
  readonly bodyTimeoutMs: number;
}

/** The handlers of the public server. */
export interface HttpHandlers {
  /** Handles requests to endpoints that take events. */
  readonly ingest: (endpoint: IngestEndpoint, request: IncomingMessage, response: ServerResponse) => void;
  readonly site: RequestListener;
  /** Take precedence over `management`. */
  readonly mountedHandlers: readonly MountedHandler[];
}

/** Returns the public server. It dispatches the hot path before Express, which serves everything else. */
export function createGatewayServer(handlers: HttpHandlers, options: GatewayServerOptions): HttpServer {
  const clientErrors = createClientErrors();
  // The body has a separate timeout, whose response has all headers; this one is the fallback.
  const usualMs = options.headersTimeoutMs + options.bodyTimeoutMs + BACKSTOP_MS;
  const longestMs = Math.max(usualMs, ...handlers.mountedHandlers.map(({ requestTimeoutMs = 0 }) => requestTimeoutMs));
  const listener: RequestListener = (request, response) => {
    clientErrors.follow(request, response);
    if (!hasSingleHost(request)) return sendAnswer(request, response, BAD_HOST, true);
    const endpoint = findEndpoint(request.url ?? '');
    if (endpoint !== undefined) return handlers.ingest(endpoint, request, response);
    const mounted = findMountedHandler(handlers.mountedHandlers, request);
    const allowedMs = mounted?.requestTimeoutMs ?? usualMs;
    if (allowedMs < longestMs) limitRequestTime(request, allowedMs, () => clientErrors.answer(LATE, request.socket));
    (mounted?.handler ?? handlers.site)(request, response);
  };
  return createHttpServer(
    listener,
    { ...options, requestTimeoutMs: longestMs },
    {
      clientError: clientErrors.answer,
      checkExpectation: (request, response) => {
        clientErrors.follow(request, response);
        sendAnswer(request, response, UNKNOWN_EXPECTATION, true);
      },
    },
  );
}

const BAD_HOST = new Rejection(400, 'bad_host', 'The request must have exactly one Host header.');
const UNKNOWN_EXPECTATION = new Rejection(417, 'expectation_failed', 'Expect must be 100-continue or absent.');

const BACKSTOP_MS = 5_000;

/** The error that Node reports for a request that exceeds Node's own timeout. */
const LATE = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Calls `onLate` if a request has not arrived completely after `ms` milliseconds. */
function limitRequestTime(request: IncomingMessage, ms: number, onLate: () => void): void {
  const timer = setTimeout(() => {
    if (!request.complete) onLate();
  }, ms);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
