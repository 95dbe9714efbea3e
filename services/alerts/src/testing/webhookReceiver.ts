import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on the loopback interface. */
export interface WebhookReceiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: readonly ReceivedRequest[];
  /** What it answers to the requests from now on; default: 200. */
  readonly answer: (status: number, headers?: Readonly<Record<string, string>>) => void;
  /** Answers the requests that hang. */
  readonly answerAll: (status: number) => void;
  /** From now on requests hang: they get no answer, until `answer` is called for later ones. */
  readonly hang: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a receiver on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  let isHanging = false;
  const hanging: ServerResponse[] = [];
  let answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> } = {
    status: 200,
    headers: {},
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (isHanging) hanging.push(response);
      else response.writeHead(answer.status, answer.headers).end('received');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook?secret=in-the-url`,
    received,
    answer: (status, headers = {}) => {
      isHanging = false;
      answer = { status, headers };
    },
    answerAll: (status) => {
      for (const response of hanging.splice(0)) response.writeHead(status).end('received');
    },
    hang: () => {
      isHanging = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
