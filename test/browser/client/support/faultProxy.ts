import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { waitFor } from '../../../e2e/support/waitFor.js';

/** An event in its wire format. */
interface WireEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly contexts?: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A batch that the proxy received, regardless of how it handled it. */
export interface ReceivedBatch {
  /** When its last byte arrived, in milliseconds since the epoch. */
  readonly at: number;
  /** Number of its request: how many began before it. */
  readonly number: number;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly events: readonly WireEvent[];
  /** The service's response, if the batch was forwarded and the response has arrived. */
  answer?: { readonly status: number; readonly body: unknown; readonly limits?: string };
}

/** A response that the proxy sends in place of the service. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * How the proxy handles a batch: `pass` forwards it; `swallow` forwards it and closes the connection instead of
 * returning the response; `drop` closes the connection without forwarding; `silence` never responds; `hold` forwards
 * it after `release()`; a `Reply` is returned without forwarding.
 */
export type Fault = 'pass' | 'swallow' | 'drop' | 'silence' | 'hold' | Reply;

/**
 * A proxy in front of the service that injects faults. It closes each connection after one request, so that browsers
 * do not repeat a batch themselves.
 */
export interface FaultProxy {
  readonly url: string;
  /** Received batches in the order in which their requests began: bodies on two connections overtake each other. */
  readonly received: readonly ReceivedBatch[];
  /** Sets how batches are handled; `index` counts from 0 since this call. */
  setFault(fault: Fault | ((batch: ReceivedBatch, index: number) => Fault)): void;
  /** Forwards the batches on hold, and all later ones. */
  release(): void;
  /** Resolves with all received batches when their number reaches `count`; rejects if there are more. */
  waitForBatches(count: number, timeoutMs?: number): Promise<readonly ReceivedBatch[]>;
  /**
   * Resolves with all received events when their number reaches `count`, in any number of batches; rejects if there
   * are more.
   */
  waitForEvents(count: number, timeoutMs?: number): Promise<readonly WireEvent[]>;
  /** Refuses connections until `comeBack()`. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

const crossOrigin = ({ headers }: IncomingMessage): Record<string, string> => ({
  'access-control-allow-origin': headers.origin ?? '*',
  'access-control-expose-headers': 'X-Service-Rate-Limits, Retry-After',
  'content-type': 'application/json',
});

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface ServiceResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Forwards a request to the service, as a trusted proxy. */
function forward(upstream: string, incoming: IncomingMessage, body: Buffer): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const upstreamRequest = request(
      new URL(incoming.url ?? '/', upstream),
      {
        method: incoming.method ?? 'GET',
        agent: false,
        headers: { ...incoming.headers, 'x-forwarded-for': '127.0.0.1' },
      },
      (answer) => {
        bodyOf(answer).then(
          (text) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: text }),
          reject,
        );
      },
    );
    upstreamRequest.once('error', reject);
    upstreamRequest.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseBatch({ url = '', headers }: IncomingMessage, bytes: Buffer): Omit<ReceivedBatch, 'number'> {
  const body = bytes.toString();
  const { events = [] } = (parsed(body) ?? {}) as { readonly events?: readonly WireEvent[] };
  return { at: Date.now(), url, headers, body, events };
}

const closing = { connection: 'close' };

function deliver(outgoing: ServerResponse, { status, headers, body }: ServiceResponse): void {
  outgoing.writeHead(status, { ...headers, ...closing }).end(body);
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });

const closeServer = (server: Server): Promise<void> => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
};

/** Starts a proxy in front of the service at this URL. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const received: ReceivedBatch[] = [];
  let decide: (batch: ReceivedBatch, index: number) => Fault = () => 'pass';
  let decided = 0;
  let begun = 0;
  let onHold: (() => void)[] = [];

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const number = begun++;
    const bytes = await bodyOf(incoming);
    if (incoming.method !== 'POST') return deliver(outgoing, await forward(upstream, incoming, bytes));
    const one = { ...parseBatch(incoming, bytes), number };
    const fault = decide(one, decided++);
    received.push(one);
    received.sort((a, b) => a.number - b.number);
    if (fault === 'silence') return;
    if (fault === 'drop') return void incoming.socket.destroy();
    if (typeof fault === 'object') {
      outgoing.writeHead(fault.status, { ...crossOrigin(incoming), ...closing, ...fault.headers });
      return void outgoing.end(fault.body ?? '{}');
    }
    if (fault === 'hold') await new Promise<void>((resolve) => onHold.push(resolve));
    const answer = await forward(upstream, incoming, bytes);
    const limits = answer.headers['x-service-rate-limits'];
    const body = parsed(answer.body.toString());
    one.answer = { status: answer.status, body, ...(typeof limits === 'string' && { limits }) };
    if (fault === 'swallow') incoming.socket.destroy();
    else deliver(outgoing, answer);
  }

  const createProxyServer = (): Server =>
    createServer((incoming, outgoing) => {
      handle(incoming, outgoing).catch(() => incoming.socket.destroy());
    });
  let server = createProxyServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    setFault(fault) {
      decide = typeof fault === 'function' ? fault : () => fault;
      decided = 0;
    },
    release() {
      decide = () => 'pass';
      for (const resume of onHold) resume();
      onHold = [];
    },
    async waitForBatches(count, timeoutMs = 20_000) {
      await waitFor(() => received.length >= count, {
        what: `${count} batches, of which ${received.length} came`,
        timeoutMs,
      });
      if (received.length > count) throw new Error(`${received.length} batches came in place of ${count}`);
      return received;
    },
    async waitForEvents(count, timeoutMs = 20_000) {
      const events = (): WireEvent[] => received.flatMap((one) => one.events);
      await waitFor(() => events().length >= count, { what: `${count} events to come`, timeoutMs });
      if (events().length > count) throw new Error(`${events().length} events came in place of ${count}`);
      return events();
    },
    goDown: () => closeServer(server),
    async comeBack() {
      server = createProxyServer();
      await listen(server, port);
    },
    stop: () => closeServer(server),
  };
}
