import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeAfterResponses } from './closeAfterResponses.js';
import { closeStalledResponses } from './closeStalledResponses.js';
import type { Component } from './component.js';
import { listenError } from './listenError.js';
import { rememberOpenResponses } from './openResponses.js';
import { rememberPeers } from './peerAddress.js';

/** Address and limits of an HTTP server. Times are milliseconds. */
export interface HttpServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Longest wait for a request's headers; Node reports a later one to `clientError`. */
  readonly headersTimeoutMs: number;
  /** Longest wait for a whole request; Node reports a later one to `clientError`. */
  readonly requestTimeoutMs: number;
  /** Longest time in which a client reads nothing of a pending response. */
  readonly writeTimeoutMs: number;
  /** How long an idle connection is kept. */
  readonly keepAliveMs: number;
  readonly maxConnections: number;
  /** Longest time that requests in progress get to finish at `stop`. */
  readonly shutdownMs: number;
  /** Setting that defines `port`, for the message of a {@link ListenError} (default `PORT`). */
  readonly portSetting?: string;
}

/** An HTTP server with a lifetime. `start` throws a {@link ListenError} if the port cannot be used. */
export interface HttpServer extends Component {
  /** The port, once started. */
  readonly port: () => number;
  /**
   * From now on each response closes its connection, so that clients open their next one elsewhere. The port stays open.
   * `stop` includes it.
   */
  readonly drain: () => void;
}

/** Responses to requests that do not reach the listener. */
interface FallbackHandlers {
  /** A request that Node's parser rejects or that is late. Node answers it if there is no handler. */
  readonly clientError?: (error: Error, socket: Duplex) => void;
  /** A request with an `Expect` other than `100-continue`. */
  readonly checkExpectation?: RequestListener;
}

const CHECK_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;
/**
 * Bytes that a connection buffers in each direction, as in Node 22. With the 16 KiB of Node 20, each usual batch paused its connection:
 * it arrives before its body is read.
 */
const BODY_BUFFER_BYTES = 65_536;

/**
 * Returns the server that every service listens with. `listener` also gets requests with `Expect: 100-continue` and sends
 * the 100 itself, so that a refused body is not sent. It must check the `Host` header: Node's own refusal would lack our
 * headers.
 */
export function createHttpServer(
  listener: RequestListener,
  options: HttpServerOptions,
  handlers: FallbackHandlers = {},
): HttpServer {
  const server = createServer(
    {
      headersTimeout: options.headersTimeoutMs,
      requestTimeout: options.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, options.headersTimeoutMs),
      keepAliveTimeout: options.keepAliveMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      highWaterMark: BODY_BUFFER_BYTES,
      requireHostHeader: false,
      noDelay: true,
    },
    listener,
  );
  server.maxConnections = options.maxConnections;
  closeStalledResponses(server, options.writeTimeoutMs);
  rememberPeers(server);
  const endOpenResponses = rememberOpenResponses(server);
  const drain = closeAfterResponses(server);
  allowHalfOpen(server);
  server.on('checkContinue', listener);
  if (handlers.checkExpectation !== undefined) server.on('checkExpectation', handlers.checkExpectation);
  if (handlers.clientError !== undefined) server.on('clientError', handlers.clientError);
  const { host, port, portSetting = 'PORT', shutdownMs } = options;
  return {
    port: () => {
      const bound = server.address();
      return typeof bound === 'object' && bound !== null ? bound.port : port;
    },
    start: () =>
      new Promise((resolve, reject) => {
        const failed = (error: Error): void => reject(listenError(portSetting, error));
        server.once('error', failed);
        server.listen(port, host, () => {
          server.off('error', failed);
          resolve();
        });
      }),
    drain,
    stop: () => {
      drain();
      const stopped = stopServer(server, shutdownMs);
      endOpenResponses();
      return stopped;
    },
  };
}

/**
 * Makes `server` respond to a client that half-closed its connection after its request. By default Node closes the
 * connection without a response. The property `httpAllowHalfOpen` is undocumented; a test fails if it disappears.
 */
function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** Accepts no further requests, lets those in progress finish, and closes the remaining connections at the deadline. */
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
