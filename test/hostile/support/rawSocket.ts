import { connect } from 'node:net';

export interface RawAnswer {
  /** All bytes that the server sent until it closed or the time was over, as latin1. */
  readonly text: string;
  /** Status codes of all responses in order. */
  readonly statuses: readonly number[];
  /** Whether the server closed the connection. */
  readonly closed: boolean;
  readonly elapsedMs: number;
}

export interface RawExchange {
  /** Written at once. */
  readonly send: string | Buffer;
  /** Written repeatedly until the server responds or closes. */
  readonly drip?: { readonly bytes: string | Buffer; readonly everyMs: number };
  /** Timeout of the client in milliseconds; default 5,000. */
  readonly timeoutMs?: number;
  /** Ends after this many responses. */
  readonly answers?: number;
}

const statusLine = /HTTP\/1\.[01] (\d{3}) /g;

/** Writes exactly these bytes, as no HTTP client would, and returns the response. */
export function rawExchange(baseUrl: string, exchange: RawExchange): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const started = Date.now();
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    let drip: NodeJS.Timeout | undefined;
    let settled = false;
    const finish = (closed: boolean): void => {
      if (settled) return;
      settled = true;
      clearInterval(drip);
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(statusLine)].map(([, status]) => Number(status));
      resolve({ text, statuses, closed, elapsedMs: Date.now() - started });
    };
    const timer = setTimeout(() => finish(false), exchange.timeoutMs ?? 5_000);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const count = Buffer.concat(chunks).toString('latin1').match(statusLine)?.length ?? 0;
      if (exchange.answers !== undefined && count >= exchange.answers) finish(false);
    });
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
    socket.on('connect', () => {
      socket.write(exchange.send);
      const more = exchange.drip;
      if (more) drip = setInterval(() => socket.writable && socket.write(more.bytes), more.everyMs);
    });
  });
}
