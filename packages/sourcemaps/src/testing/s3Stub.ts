import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyAwsSignature, type AwsAccount } from './verifyAwsSignature.js';

/** How a stub behaves; the fields may be changed while it runs. */
interface S3Behaviour {
  /** Knows `If-None-Match`; otherwise 501. */
  conditions: boolean;
  /** Knows `Range`; otherwise everything. */
  ranges: boolean;
  /** Refuses so many requests with a 503 first. */
  busy: number;
  /** Answers a GET only when so many are waiting. */
  together: number;
}

/** A server that speaks the part of S3 that a store needs, with one bucket, `maps`, and takes signed requests only. */
export interface S3Stub {
  readonly endpoint: string;
  readonly account: AwsAccount;
  readonly objects: Map<string, Buffer>;
  readonly behaviour: S3Behaviour;
  /** Method, path and range of each request that was let in. */
  readonly requests: readonly string[];
  /** The most GETs that were waiting at once. */
  readonly mostAtOnce: () => number;
  readonly stop: () => Promise<void>;
}

/** Starts a stub on a free port of this machine. */
export async function startS3Stub(): Promise<S3Stub> {
  const account = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret/with+signs', region: 'eu-test-1' };
  const behaviour: S3Behaviour = { conditions: true, ranges: true, busy: 0, together: 1 };
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const gate = createGate();
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      const refused = behaviour.busy > 0 ? 'SlowDown' : verifyAwsSignature(request, body, account);
      if (refused !== undefined) {
        behaviour.busy = Math.max(0, behaviour.busy - 1);
        return refuse(response, refused === 'SlowDown' ? 503 : 403, refused);
      }
      requests.push(
        [request.method, request.url, request.headers.range].filter((part) => part !== undefined).join(' '),
      );
      if (request.method === 'GET') await gate.pass(behaviour.together);
      answer({ request, response, body, objects, behaviour });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const endpoint = `http://127.0.0.1:${port}`;
  return { endpoint, account, objects, behaviour, requests, mostAtOnce: gate.most, stop };
}

/** Lets through so many at once. */
function createGate() {
  let waiting: (() => void)[] = [];
  let most = 0;
  const pass = (together: number): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      most = Math.max(most, waiting.length);
      if (waiting.length < together) return;
      for (const go of waiting) go();
      waiting = [];
    });
  return { pass, most: () => most };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly objects: Map<string, Buffer>;
  readonly behaviour: S3Behaviour;
}

function answer(exchange: Exchange): void {
  const { request, response, objects } = exchange;
  const [, bucket, key] = /^\/([^/?]+)(?:\/([^?]*))?/.exec(request.url ?? '') ?? [];
  if (bucket !== 'maps') return refuse(response, 404, 'NoSuchBucket');
  if (key === undefined) return end(response, 200, Buffer.from('<ListBucketResult/>'));
  if (request.method === 'PUT') return put(exchange, key);
  if (request.method === 'DELETE') {
    objects.delete(key);
    return end(response, 204);
  }
  const object = objects.get(key);
  if (object === undefined) return refuse(response, 404, 'NoSuchKey');
  return get(exchange, object);
}

function put({ request, response, body, objects, behaviour }: Exchange, key: string): void {
  if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength');
  if (request.headers['if-none-match'] !== undefined) {
    if (!behaviour.conditions) return refuse(response, 501, 'NotImplemented');
    if (objects.has(key)) return refuse(response, 412, 'PreconditionFailed');
  }
  objects.set(key, body);
  end(response, 200);
}

function get({ request, response, behaviour }: Exchange, object: Buffer): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined || !behaviour.ranges) return end(response, 200, object);
  if (Number(first) >= object.length) return refuse(response, 416, 'InvalidRange');
  end(response, 206, object.subarray(Number(first), Number(last) + 1));
}

function end(response: ServerResponse, status: number, body?: Buffer): void {
  response.statusCode = status;
  response.end(body);
}

const refuse = (response: ServerResponse, status: number, code: string): void =>
  end(response, status, Buffer.from(`<Error><Code>${code}</Code><Message>as the stub says</Message></Error>`));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
