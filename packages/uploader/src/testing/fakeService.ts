import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A map as the fake service keeps it. */
interface KeptMap {
  readonly release: string | null;
  readonly debugId: string | null;
  readonly filename: string;
  readonly digest: string;
  readonly problems: readonly string[];
}

/** A recorded request. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  /** Parts of a multipart body, as text. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Response instead of the usual one; `broken` closes the connection without one, `silent` never responds. */
export type Canned =
  | 'broken'
  | 'silent'
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

/** A real HTTP server that keeps maps as the service does: one a (release or debug id, filename), listed a few to a page. */
export interface FakeService {
  readonly url: string;
  readonly kept: Map<string, KeptMap>;
  readonly heard: FakeRequest[];
  /** Largest number of requests that were under way at once. */
  readonly mostAtOnce: () => number;
  /** Returns the response to a request; `undefined` for the usual one. */
  interfere: (answer: (request: FakeRequest) => Canned | undefined) => void;
  readonly stop: () => Promise<void>;
}

const PAGE = 2;

/** Starts a {@link FakeService} on a free port of loopback. */
export async function startFakeService(): Promise<FakeService> {
  const kept = new Map<string, KeptMap>();
  const heard: FakeRequest[] = [];
  let interfering: (request: FakeRequest) => Canned | undefined = () => undefined;
  let open = 0;
  let most = 0;
  const server = createServer((incoming, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => (open -= 1));
    void readRequest(incoming).then(
      (request) => {
        heard.push(request);
        const canned = interfering(request) ?? answerOf(kept, request);
        if (canned === 'broken') incoming.socket.destroy();
        else if (canned !== 'silent') say(response, canned);
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kept,
    heard,
    mostAtOnce: () => most,
    interfere: (answer) => (interfering = answer),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function say(response: ServerResponse, { status, body, headers }: Exclude<Canned, string>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
}

function answerOf(kept: Map<string, KeptMap>, { method, path, parts }: FakeRequest): Canned {
  const { pathname, searchParams } = new URL(path, 'http://host');
  if (pathname.endsWith('/releases')) return { status: kept.size === 0 ? 201 : 200, body: parts };
  if (method === 'GET') {
    const from = Number(searchParams.get('cursor') ?? 0);
    const [asked, id] = [searchParams.get('release'), searchParams.get('debugId')];
    const all = [...kept.values()].filter(({ release, debugId }) => (id === null ? release === asked : debugId === id));
    const next = from + PAGE < all.length ? String(from + PAGE) : null;
    return { status: 200, body: { data: all.slice(from, from + PAGE), next, scannedTo: null } };
  }
  const { release = null, debugId = null, filename: given = '', map = '' } = parts;
  const filename = given.replace(/^\.?\//, '');
  const key = `${release ?? debugId ?? ''} ${filename}`;
  const status = kept.has(key) ? 200 : 201;
  const digest = createHash('sha256').update(map).digest('hex');
  const stored = { release, debugId, filename, digest, problems: map.includes('odd') ? ['It is odd.'] : [] };
  kept.set(key, stored);
  return { status, body: stored };
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = '', url: path = '' } = incoming;
  const { 'content-type': type = '', authorization = '' } = incoming.headers;
  const form = type.startsWith('multipart/')
    ? // eslint-disable-next-line @typescript-eslint/no-deprecated -- a few small parts of our own
      await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
    : new FormData();
  const parts: Record<string, string> = {};
  for (const [name, value] of form) parts[name] = typeof value === 'string' ? value : await value.text();
  return { method, path, authorization, parts };
}
