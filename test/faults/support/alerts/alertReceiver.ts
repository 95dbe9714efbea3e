import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/**
 * What the receiver does with a request: answers 204; answers 503; handles it and ends the connection without an answer; does not
 * answer until the sender gives up.
 */
export type Reception = 'taken' | 'refused' | 'unanswered' | 'ignored';

/** A request that the receiver got. */
export interface ReceivedMessage {
  /** The name in the URL; see {@link AlertReceiver.urlOf}. */
  readonly destination: string;
  /** `webhook-id`. */
  readonly id: string;
  readonly body: string;
  /** Whether the receiver handled it, answered or not. */
  readonly isTaken: boolean;
}

/** A receiver of webhooks on the loopback interface. */
export interface AlertReceiver {
  /** Returns the URL of a destination of this name. */
  urlOf(destination: string): string;
  /** In the order of arrival. */
  readonly received: readonly ReceivedMessage[];
  /** Decides about each request from now on. Default: all are taken. */
  receive(decide: () => Reception): void;
  stop(): void;
}

/** Starts a receiver on a free port. */
export async function startAlertReceiver(): Promise<AlertReceiver> {
  const received: ReceivedMessage[] = [];
  let decide: () => Reception = () => 'taken';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const reception = decide();
      received.push({
        destination: (request.url ?? '').slice(1),
        id: String(request.headers['webhook-id']),
        body: Buffer.concat(chunks).toString(),
        isTaken: reception === 'taken' || reception === 'unanswered',
      });
      answer(response, reception);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (destination) => `http://127.0.0.1:${port}/${destination}`,
    received,
    receive: (next) => {
      decide = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(response: ServerResponse, reception: Reception): void {
  if (reception === 'ignored') return;
  if (reception === 'unanswered') response.destroy();
  else response.writeHead(reception === 'taken' ? 204 : 503).end();
}
