import type { ServerResponse } from 'node:http';
import { markReported } from '../../servers/markReported.js';
import { givenHeaders } from './givenHeaders.js';

type WriteHead = (this: ServerResponse, ...args: unknown[]) => ServerResponse;

/** A Fastify reply, which holds headers until they are written. */
interface FastifyReply {
  readonly raw: ServerResponse;
  getHeader(name: string): unknown;
  header(name: string, value: string): unknown;
}

/**
 * Adds `X-Sluice-Reported` to a response whose error was reported. The header is added when headers are written, because error
 * handlers of frameworks may remove earlier ones. Does nothing without a trace or after headers were sent. The program's calls
 * of `writeHead` succeed or throw as before.
 */
export function markResponse(response: object, traceId: string | undefined): void {
  if (traceId === undefined) return;
  if ('raw' in response) {
    const reply = response as FastifyReply;
    return markReported(traceId, {
      get: (name) => reply.getHeader(name),
      set: (name, value) => reply.header(name, value),
    });
  }
  const head = response as ServerResponse;
  const { writeHead } = head as unknown as { writeHead: WriteHead };
  Object.assign(head, {
    writeHead(this: ServerResponse, ...args: unknown[]): ServerResponse {
      return writeHead.apply(this, marked(head, traceId, args));
    },
  });
}

/** Returns the arguments for `writeHead`. Headers in them replace headers set before. */
function marked(head: ServerResponse, traceId: string, args: unknown[]): unknown[] {
  try {
    if (head.headersSent) return args;
    const given = givenHeaders(args);
    markReported(traceId, {
      get: (name) => given?.get(name) ?? head.getHeader(name),
      // Node refuses arrays of pairs once a header is set.
      set: (name, value) => (given ? given.set(name, value) : head.setHeader(name, value)),
    });
    return given ? given.args() : args;
  } catch {
    // Invalid arguments fail in the program's own call.
    return args;
  }
}
