import type { RequestListener } from 'node:http';
import { WRITE_TIMEOUT_MS } from './closeStalledResponses.js';
import { hasSingleHost } from './hasSingleHost.js';
import { createHttpServer, type HttpServer } from './httpServer.js';
import { isDecodablePath } from './isDecodablePath.js';
import type { Readiness } from './readiness.js';
import { SECURITY_HEADERS } from './securityHeaders.js';

/** The data that the admin port serves. */
export interface AdminSources {
  /** See `createReadiness`: probes must not wait for each other. */
  readonly readiness: () => Promise<Readiness>;
  /** The exposition text for `/metrics`. */
  readonly metrics: () => Promise<string>;
}

/** Address of the admin server; `host` is the loopback address unless a deployment changes it. */
export interface AdminAddress {
  readonly host: string;
  readonly port: number;
}

const LIMITS = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 10_000,
  writeTimeoutMs: WRITE_TIMEOUT_MS,
  keepAliveMs: 65_000,
  maxConnections: 1_000,
  // Probes of a stopping process need no response.
  shutdownMs: 0,
};

/**
 * Returns a server for `/healthz` (the process is running), `/readyz` (200 or 503, each check by name) and `/metrics`.
 * As on the public port, more than one `Host` header and a malformed percent-encoding get 400.
 * @throws ListenError on start, if the port of `ADMIN_PORT` cannot be used
 */
export function createAdminServer(address: AdminAddress, sources: AdminSources): HttpServer {
  const listener: RequestListener = (request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, {
        ...SECURITY_HEADERS,
        'cache-control': 'no-store',
        'content-type': type,
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    };
    const json = (status: number, body: unknown): void => answer(status, 'application/json', JSON.stringify(body));
    const respond = async (): Promise<void> => {
      if (!hasSingleHost(request)) return json(400, badRequest('The request must have exactly one Host header.'));
      const path = (request.url ?? '').split('?')[0] ?? '';
      if (!isDecodablePath(path)) return json(400, badRequest('The path is not valid percent-encoding of UTF-8.'));
      if (path === '/healthz') return json(200, { status: 'ok' });
      if (path === '/readyz') {
        const report = await sources.readiness();
        return json(report.ready ? 200 : 503, report);
      }
      if (path === '/metrics') return answer(200, 'text/plain; version=0.0.4; charset=utf-8', await sources.metrics());
      return json(404, { status: 'not found' });
    };
    respond().catch((error: unknown) => json(500, { status: 'error', message: String(error) }));
  };
  return createHttpServer(listener, { ...LIMITS, ...address, portSetting: 'ADMIN_PORT' });
}

const badRequest = (message: string): object => ({ status: 'bad request', message });
