import { request as httpRequest } from 'node:http';

/** A received response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; `undefined` if there is none. */
  readonly body: unknown;
}

/** Parts of a request besides method and path. */
export interface Ask {
  readonly method?: string;
  readonly token?: string | undefined;
  /** Sent as JSON; a string unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request on a new connection; rejects if there is no response. */
export function askHttp(url: string, { method = 'GET', token, body, headers = {} }: Ask): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const received = Buffer.concat(chunks).toString();
        const isJson = /^application\/json/.test(response.headers['content-type'] ?? '') && received !== '';
        const parsed: unknown = isJson ? JSON.parse(received) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: received, body: parsed });
      });
    });
    request.on('error', reject);
    request.end(text);
  });
}
