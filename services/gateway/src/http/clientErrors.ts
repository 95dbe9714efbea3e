import { errorBody } from '@sluice/contract';
import { refuseParserError } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { commonHeaders } from './commonHeaders.js';

/** An error of Node's HTTP parser. */
interface ClientError extends Error {
  readonly code?: string;
}

/** Answers requests that Node's parser rejects, and that therefore reach no handler, with the usual error body. */
interface ClientErrors {
  /** Must be called for each request: a parser error is answered after the requests before it on the connection. */
  readonly follow: (request: IncomingMessage, response: ServerResponse) => void;
  readonly answer: (error: ClientError, socket: Duplex) => void;
}

/** The unanswered requests of a connection, and whether an error follows them. */
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
    if (next === undefined) refuseParserError(error, socket, commonHeaders(undefined), errorBody);
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
      // Node reports further errors for the bytes that follow.
      if (connection?.isBroken === true) return;
      if (connection !== undefined) connection.isBroken = true;
      endWhenAnswered(error, socket, connection);
    },
  };
}
