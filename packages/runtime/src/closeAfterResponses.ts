import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Events with which a server passes on a request. A listener of `checkExpectation` would replace Node's own response. */
const ARRIVALS = ['request', 'checkContinue'] as const;

/**
 * Returns a function after whose call every response of `server` closes its connection: those to requests that arrive from
 * then on, and pending ones whose head is not sent.
 */
export function closeAfterResponses(server: Server): () => void {
  /** The latest response of each connection: earlier ones must not close it. */
  const latest = new Map<Socket, ServerResponse>();
  let isClosing = false;
  const follow = (request: IncomingMessage, response: ServerResponse): void => {
    latest.set(request.socket, response);
    if (isClosing) response.setHeader('connection', 'close');
  };
  for (const event of ARRIVALS) server.prependListener(event, follow);
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => latest.delete(socket));
  });
  return () => {
    isClosing = true;
    for (const response of latest.values()) if (!response.headersSent) response.setHeader('connection', 'close');
  };
}
