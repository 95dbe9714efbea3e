import { createHttpServer, hasSingleHost, type HttpServer, type HttpServerOptions } from '@sluice/runtime';
import type { IncomingMessage, RequestListener } from 'node:http';
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
  /** Handles requests to `/api/envelope`. */
  readonly envelope: RequestListener;
  readonly site: RequestListener;
  /** Take precedence over `management`. */
  readonly mountedHandlers: readonly MountedHandler[];
}

/** Matches the target of the ingest endpoint: a path, or an absolute URL as proxies send it (RFC 9112, absolute-form). */
const ENVELOPE_TARGET = /^(?:[hH][tT][tT][pP][sS]?:\/\/[^/?#]*)?\/api\/envelope\/?(?:\?|$)/;

/** Whether a request's target is the ingest endpoint. */
export const isEnvelopePath = (target: string): boolean => ENVELOPE_TARGET.test(target);

/** Returns the public server. It dispatches the hot path before Express, which serves everything else. */
export function createGatewayServer(handlers: HttpHandlers, options: GatewayServerOptions): HttpServer {
  const clientErrors = createClientErrors();
  // The body has a separate timeout, whose response has all headers; this one is the fallback.
  const usualMs = options.headersTimeoutMs + options.bodyTimeoutMs + BACKSTOP_MS;
  const longestMs = Math.max(usualMs, ...handlers.mountedHandlers.map(({ requestTimeoutMs = 0 }) => requestTimeoutMs));
  const listener: RequestListener = (request, response) => {
    clientErrors.follow(request, response);
    if (!hasSingleHost(request)) return sendAnswer(request, response, BAD_HOST, true);
    if (isEnvelopePath(request.url ?? '')) return handlers.envelope(request, response);
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
