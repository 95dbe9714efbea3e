import { errorBody } from '@sluice/contract';
import {
  allowHalfOpen,
  parserErrorResponse,
  closeStalledResponses,
  rememberPeers,
  type Component,
} from '@sluice/runtime';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerConfig } from '../serverConfig.js';
import { MANAGEMENT_HEADERS } from './sendJson.js';

/** HTTP server of a management service that runs in its own process. */
export interface ManagementServer extends Component {
  /** The port, once started. */
  readonly port: () => number;
}

const CHECK_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;

/** Creates the server. `stop` lets requests in flight finish within `shutdownMs`. */
export function createManagementServer(handler: RequestListener, config: ServerConfig): ManagementServer {
  const server = createServer(
    {
      headersTimeout: config.headersTimeoutMs,
      requestTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, config.headersTimeoutMs),
      keepAliveTimeout: config.keepAliveMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The app checks it and sends an error body.
      requireHostHeader: false,
    },
    handler,
  );
  server.maxConnections = config.maxConnections;
  closeStalledResponses(server, config.writeTimeoutMs);
  rememberPeers(server);
  allowHalfOpen(server);
  // The handler sends `100 Continue` itself, so that a refused body is not sent.
  server.on('checkContinue', handler);
  server.on('clientError', refuse);
  return {
    port: () => {
      const bound = server.address();
      return typeof bound === 'object' && bound !== null ? bound.port : config.port;
    },
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(config.port, config.host, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    stop: () => stopServer(server, config.shutdownMs),
  };
}

/** Answers requests that Node's parser rejects with the usual error body. */
function refuse(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = parserErrorResponse(error);
  const body = JSON.stringify(errorBody(code, message));
  const headers = {
    ...MANAGEMENT_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
}

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
