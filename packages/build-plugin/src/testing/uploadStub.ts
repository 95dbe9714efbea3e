import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';

/** Received uploads, in order of arrival. */
interface Uploaded {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly release: string;
  readonly filename: string;
  readonly debugId: string;
  readonly map: string;
}

export interface UploadStub {
  readonly url: string;
  readonly uploads: Uploaded[];
  /** Requests of any kind, refused ones too. */
  requests: number;
  stop(): Promise<void>;
}

/**
 * A service that records uploads. @param refusal status of every response, or `silent` for none; unset: accepts
 * everything
 */
export async function startUploadStub(refusal?: number | 'silent'): Promise<UploadStub> {
  const stub = { uploads: [] as Uploaded[], requests: 0 };
  const server = createServer((request, response) => {
    stub.requests += 1;
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void readUpload(request).then((upload) => {
      if (refusal === 'silent') return;
      if (refusal !== undefined) answer(refusal, refused(refusal));
      else if (upload === undefined) answer(200, { data: [], next: null, scannedTo: null });
      else {
        stub.uploads.push(upload);
        answer(201, { id: String(stub.uploads.length), problems: [] });
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(stub, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

const refused = (status: number): object => ({
  success: false,
  error: { code: status === 401 ? 'unauthorized' : 'refused', message: 'No.' },
});

async function readUpload(request: IncomingMessage): Promise<Uploaded | undefined> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (request.method !== 'POST') return undefined;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- a test's forms are small and come from friends
  const form = await new Response(Buffer.concat(parts), { headers }).formData();
  const text = async (name: string): Promise<string> => {
    const value = form.get(name);
    return typeof value === 'string' ? value : ((await value?.text()) ?? '');
  };
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization,
    release: await text('release'),
    filename: await text('filename'),
    debugId: await text('debugId'),
    map: await text('map'),
  };
}
