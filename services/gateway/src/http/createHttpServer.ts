import { allowHalfOpen, closeStalledResponses, hasSingleHost, rememberPeers, type Component } from '@sluice/runtime';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { answerRefusal, Refusal } from '../answer.js';
import type { GatewayConfig } from '../config.js';
import { createClientErrors } from './clientErrors.js';
import { isEnvelopePath } from './envelope.js';
import { findMountedHandler, type MountedHandler } from './mountedHandlers.js';
import { sendAnswer } from './sendAnswer.js';

/** Bounds of the server, and where it listens. */
export type HttpServerOptions = Pick<
  GatewayConfig,
  | 'host'
  | 'port'
  | 'headersTimeoutMs'
  | 'bodyTimeoutMs'
  | 'writeTimeoutMs'
  | 'keepAliveMs'
  | 'maxConnections'
  | 'shutdownMs'
>;

/** Who answers. */
export interface HttpHandlers {
  readonly envelope: (...parameters: Parameters<RequestListener>) => Promise<void>;
  readonly management: RequestListener;
  /** Asked before `management`. */
  readonly mountedHandlers: readonly MountedHandler[];
}

/** The public server: the hot path is dispatched before Express, which serves everything else. */
export function createHttpServer(
  handlers: HttpHandlers,
  options: HttpServerOptions,
): Component & { readonly port: () => number } {
  const clientErrors = createClientErrors();
  // The body has a separate timeout, whose answer has all headers; this one is the fallback.
  const usualMs = options.headersTimeoutMs + options.bodyTimeoutMs + BACKSTOP_MS;
  const longestMs = Math.max(usualMs, ...handlers.mountedHandlers.map(({ requestTimeoutMs = 0 }) => requestTimeoutMs));
  const listener: RequestListener = (request, response) => {
    clientErrors.follow(request, response);
    if (!hasSingleHost(request)) return sendAnswer(request, response, BAD_HOST, true);
    if (isEnvelopePath(request.url ?? '')) {
      void handlers.envelope(request, response);
      return;
    }
    const mounted = findMountedHandler(handlers.mountedHandlers, request);
    const allowedMs = mounted?.requestTimeoutMs ?? usualMs;
    if (allowedMs < longestMs) limitRequestTime(request, allowedMs, () => clientErrors.answer(LATE, request.socket));
    (mounted?.handler ?? handlers.management)(request, response);
  };
  const server = createServer(
    {
      headersTimeout: options.headersTimeoutMs,
      requestTimeout: longestMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, options.headersTimeoutMs),
      keepAliveTimeout: options.keepAliveMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Checked by the listener: Node's own refusal has no header of ours.
      requireHostHeader: false,
      noDelay: true,
    },
    listener,
  );
  server.maxConnections = options.maxConnections;
  closeStalledResponses(server, options.writeTimeoutMs);
  rememberPeers(server);
  allowHalfOpen(server);
  // The handler itself says when to go on: a refused body need not be sent.
  server.on('checkContinue', listener);
  server.on('checkExpectation', (request, response) => {
    clientErrors.follow(request, response);
    sendAnswer(request, response, UNKNOWN_EXPECTATION, true);
  });
  server.on('clientError', clientErrors.answer);
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

const BAD_HOST = answerRefusal(new Refusal(400, 'bad_host', 'The request must have exactly one Host header.'));
const UNKNOWN_EXPECTATION = answerRefusal(
  new Refusal(417, 'expectation_failed', 'Expect must be 100-continue or absent.'),
);

const BACKSTOP_MS = 5_000;
const CHECK_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;

/** What Node says of a request that its own timeout ends. */
const LATE = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Tells of a request that has not come whole in time. */
function limitRequestTime(request: IncomingMessage, ms: number, onLate: () => void): void {
  const timer = setTimeout(() => {
    if (!request.complete) onLate();
  }, ms);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

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
