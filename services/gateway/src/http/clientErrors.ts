import { errorBody } from '@sluice/contract';
import { parserErrorResponse } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { commonHeaders } from './commonHeaders.js';

/** What Node's parser says of a connection. */
interface ClientError extends Error {
  readonly code?: string;
}

/** Answers what Node's parser refuses, which never reaches a handler, with the error body of every other refusal. */
interface ClientErrors {
  /** Must be told of every request, so that none loses its own answer to what follows it on its connection. */
  readonly follow: (request: IncomingMessage, response: ServerResponse) => void;
  readonly answer: (error: ClientError, socket: Duplex) => void;
}

/** A connection's requests that are not answered, and whether an error waits for them. */
interface Connection {
  readonly underWay: Map<ServerResponse, IncomingMessage>;
  isBroken: boolean;
}

/**
 * | when the parser gives up, the connection has | it gets |
 * |---|---|
 * | nothing under way, or a request whose own body is broken | the error |
 * | whole requests under way | their answers, then the error if the connection is still open |
 */
export function createClientErrors(): ClientErrors {
  const connections = new WeakMap<Duplex, Connection>();
  const endWhenAnswered = (error: ClientError, socket: Duplex, connection: Connection | undefined): void => {
    const whole = [...(connection?.underWay ?? [])].filter(([, request]) => request.complete);
    const [next] = whole[0] ?? [];
    if (next === undefined) endWith(error, socket);
    else next.once('close', () => endWhenAnswered(error, socket, connection));
  };
  return {
    follow: (request, response) => {
      const connection = connections.get(request.socket) ?? { underWay: new Map(), isBroken: false };
      connections.set(request.socket, connection);
      connection.underWay.set(response, request);
      response.once('close', () => connection.underWay.delete(response));
    },
    answer: (error, socket) => {
      const connection = connections.get(socket);
      // What still arrives on a broken connection is broken too.
      if (connection?.isBroken === true) return;
      if (connection !== undefined) connection.isBroken = true;
      endWhenAnswered(error, socket, connection);
    },
  };
}

function endWith(error: ClientError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = parserErrorResponse(error);
  const body = JSON.stringify(errorBody(code, message));
  const headers = {
    ...commonHeaders(undefined),
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  };
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
