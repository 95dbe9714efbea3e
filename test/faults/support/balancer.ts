import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { waitFor } from '../../e2e/support/waitFor.js';

/** A load balancer from which servers can be removed before they stop. */
export interface Balancer {
  readonly url: string;
  /** Sends no more requests to the server; resolves when its pending requests are answered. */
  withdraw(upstream: string): Promise<void>;
  enter(upstream: string): void;
  /** Number of requests for which no server was reachable. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

/**
 * Distributes requests over the servers. A server that refuses the connection has not received the request, so the
 * next one is tried.
 */
export async function startBalancer(upstreams: readonly string[]): Promise<Balancer> {
  const open = new Set(upstreams);
  const underWay = new Map(upstreams.map((upstream) => [upstream, 0]));
  const failures: string[] = [];
  let turn = 0;

  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, triesLeft: number): void => {
    const list = [...open];
    const upstream = list[turn++ % list.length] ?? '';
    const count = (change: number): void => void underWay.set(upstream, (underWay.get(upstream) ?? 0) + change);
    count(1);
    const onward = request(new URL(incoming.url ?? '/', upstream), {
      method: incoming.method ?? 'GET',
      agent: false,
      headers: { ...incoming.headers, 'content-length': String(body.length) },
    });
    onward.once('close', () => count(-1));
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && triesLeft > 0) return forward(incoming, body, outgoing, triesLeft - 1);
      failures.push(`${incoming.method ?? ''} ${incoming.url ?? ''}: ${error.code ?? error.message}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    onward.end(body);
  };

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => forward(incoming, Buffer.concat(chunks), outgoing, upstreams.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    withdraw: async (upstream) => {
      open.delete(upstream);
      await waitFor(() => underWay.get(upstream) === 0, { what: `${upstream} to have answered` });
    },
    enter: (upstream) => void open.add(upstream),
    failures,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
