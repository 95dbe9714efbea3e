import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the canned API got it. */
interface Heard {
  readonly method: string;
  /** Path below `/api/0/projects` with its query, as sent. */
  readonly path: string;
  readonly token: string;
  /** JSON; of a multipart body, its parts as text. */
  readonly body: unknown;
}

/** Response to the next request; `silent` sends none. */
export type Canned = 'silent' | CannedAnswer;

/** A response. */
export interface CannedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string unchanged. */
  readonly body: unknown;
}

/** A real HTTP server with the responses of a test. */
export interface CannedApi {
  readonly url: string;
  /** Everything heard since the last {@link CannedApi.answer}. */
  readonly heard: readonly Heard[];
  /** Sets the responses, in order; the last one repeats. Forgets recorded requests. */
  readonly answer: (...answers: readonly Canned[]) => void;
  /** Called with each request, until the next {@link CannedApi.answer}. @param count how many there were since then */
  readonly onRequest: (listener: (count: number) => void) => void;
  readonly stop: () => Promise<void>;
}

/** Starts a {@link CannedApi} on a free port of loopback. */
export async function startCannedApi(): Promise<CannedApi> {
  let answers: Canned[] = [];
  const heard: Heard[] = [];
  let listener: (count: number) => void = () => undefined;
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      heard.push({
        method: request.method ?? '',
        path: (request.url ?? '').replace(/^\/api\/0\/projects/, ''),
        token: (request.headers.authorization ?? '').replace(/^Bearer /, ''),
        body,
      });
      const [next = { body: {} }] = answers;
      if (answers.length > 1) answers.shift();
      listener(heard.length);
      if (next === 'silent') return;
      response.writeHead(next.status ?? 200, { 'content-type': 'application/json', ...next.headers });
      response.end(typeof next.body === 'string' ? next.body : JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: (...given) => {
      answers = [...given];
      heard.length = 0;
      listener = () => undefined;
    },
    onRequest: (given) => (listener = given),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const { 'content-type': type = '' } = request.headers;
  if (!type.startsWith('multipart/')) return bytes.length === 0 ? undefined : (JSON.parse(bytes.toString()) as unknown);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- a few small parts of our own
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const parts = Array.from(form, async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await value.text(),
  ]);
  return Object.fromEntries((await Promise.all(parts)) as [string, string][]);
}
