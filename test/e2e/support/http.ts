import { Agent, request as nodeRequest } from 'node:http';

/** A response; header names are lower-case, repeated headers are joined by `, `. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** The client's address, one of 127.0.0.0/8. */
  readonly from?: string;
  readonly timeoutMs?: number;
  /** The path and query as they are sent, in place of those of the URL, which loses `..` and fragments. */
  readonly rawPath?: string;
  /** Sends the body in chunks without declaring its length. */
  readonly chunked?: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function headersOf(ask: Ask): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(ask.headers ?? {})) {
    headers[name] = typeof value === 'string' ? value : [...value];
  }
  if (ask.body !== undefined && ask.chunked !== true) {
    headers['content-length'] ??= String(Buffer.byteLength(ask.body));
  }
  return headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends one request. Rejects only if there is no response: refused, reset, or later than `timeoutMs` (10,000). */
export function ask(url: string, options: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = nodeRequest(url, {
      method: options.method ?? 'GET',
      headers: headersOf(options),
      // Sockets from a chosen address are not shared with others.
      agent: options.from === undefined ? agent : false,
      ...(options.from === undefined ? {} : { localAddress: options.from }),
      ...(options.rawPath === undefined ? {} : { path: options.rawPath }),
    });
    const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), options.timeoutMs ?? 10_000);
    outgoing.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString('utf8');
        const headers = Object.fromEntries(
          Object.entries(incoming.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]),
        );
        resolve({ status: incoming.statusCode ?? 0, headers, text, json: parsed(text) });
      });
    });
    outgoing.end(options.body);
  });
}

/** Ends the idle keep-alive sockets of this process, so that Jest can end too. */
export const closeIdleSockets = (): void => agent.destroy();
