import { createHttpServer, hasSingleHost, type HttpServer } from '@sluice/runtime';
import type { IncomingMessage, RequestListener } from 'node:http';
import { answerRefusal, Refusal } from '../answer.js';
import type { GatewayConfig } from '../config.js';
import { createClientErrors } from './clientErrors.js';
import { isEnvelopePath } from './envelope.js';
import { findMountedHandler, type MountedHandler } from './mountedHandlers.js';
import { sendAnswer } from './sendAnswer.js';

/** Bounds of the server, and where it listens. */
export type GatewayServerOptions = Pick<
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
export function createGatewayServer(handlers: HttpHandlers, options: GatewayServerOptions): HttpServer {
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

const BAD_HOST = answerRefusal(new Refusal(400, 'bad_host', 'The request must have exactly one Host header.'));
const UNKNOWN_EXPECTATION = answerRefusal(
  new Refusal(417, 'expectation_failed', 'Expect must be 100-continue or absent.'),
);

const BACKSTOP_MS = 5_000;

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
