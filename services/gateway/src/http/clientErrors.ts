import { errorBody } from '@sluice/contract';
import { rejectParserError } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { commonHeaders } from './answer.js';

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

/** The unanswered requests of a connection, and whether the parser has reported an error on it. */
interface Connection {
  readonly unanswered: Map<ServerResponse, IncomingMessage>;
  isBroken: boolean;
}

/**
 * Answers parser errors after the complete requests that precede them on the connection.
 *
 * | when the parser reports an error, the connection has | it gets |
 * |---|---|
 * | no unanswered request, or one whose body is broken | the error |
 * | complete unanswered requests | their answers, then the error if the connection is still open |
 */
export function createClientErrors(): ClientErrors {
  const connections = new WeakMap<Duplex, Connection>();
  const endWhenAnswered = (error: ClientError, socket: Duplex, connection: Connection | undefined): void => {
    const whole = [...(connection?.unanswered ?? [])].filter(([, request]) => request.complete);
    const [next] = whole[0] ?? [];
    if (next === undefined) rejectParserError(error, socket, commonHeaders(undefined), errorBody);
    else next.once('close', () => endWhenAnswered(error, socket, connection));
  };
  return {
    follow: (request, response) => {
      const connection = connections.get(request.socket) ?? { unanswered: new Map(), isBroken: false };
      connections.set(request.socket, connection);
      connection.unanswered.set(response, request);
      response.once('close', () => connection.unanswered.delete(response));
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
