import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ask } from '../e2e/support/http.js';

/** A server behind the balancer; both URLs stay the same when it restarts. */
interface Upstream {
  readonly publicUrl: string;
  readonly adminUrl: string;
}

/** A load balancer that reads readiness as an orchestrator's does. */
export interface ReadinessBalancer {
  readonly url: string;
  /** Requests that an upstream did not answer, as `<code>`. */
  readonly failures: readonly string[];
  readonly requests: () => number;
  /** How many upstreams were ready when they were read last. */
  readonly ready: () => number;
  stop(): Promise<void>;
}

/** How often `/readyz` is read, in milliseconds. */
const PROBE_MS = 200;

/**
 * Sends requests in turn to the upstreams whose last `/readyz` was 200, over connections that it keeps. It repeats no
 * request, so every lost one is counted.
 */
export async function startReadinessBalancer(upstreams: readonly Upstream[]): Promise<ReadinessBalancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(upstreams);
  const failures: string[] = [];
  let count = 0;
  const probe = async (upstream: Upstream): Promise<void> => {
    const isReady = await ask(`${upstream.adminUrl}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) ready.add(upstream);
    else ready.delete(upstream);
  };
  const probing = setInterval(() => void Promise.all(upstreams.map(probe)), PROBE_MS);

  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const open = [...ready];
    const target = open[count++ % open.length]?.publicUrl ?? '';
    const fail = (reason: string): void => {
      failures.push(reason);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (target === '') return fail('no server is ready');
    const { method = 'GET', headers } = incoming;
    const onward = request(new URL(incoming.url ?? '/', target), { method, agent, headers });
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    requests: () => count,
    ready: () => ready.size,
    stop: () => {
      clearInterval(probing);
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
