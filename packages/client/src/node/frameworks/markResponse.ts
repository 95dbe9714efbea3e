import type { ServerResponse } from 'node:http';
import { markReported } from '../../servers/markReported.js';
import { givenHeaders } from './givenHeaders.js';

type WriteHead = (this: ServerResponse, ...args: unknown[]) => ServerResponse;

/** A reply of Fastify, which keeps the headers until it writes the head. */
interface KeepingReply {
  readonly raw: ServerResponse;
  getHeader(name: string): unknown;
  header(name: string, value: string): unknown;
}

/**
 * Has a response say that its error was reported: `X-Sluice-Reported`. That is added when its head is written, as error
 * handlers of frameworks may remove what was set before. Without a trace, or after its head was sent, nothing happens.
 * The program's calls of `writeHead` succeed or throw as before.
 */
export function markResponse(response: object, traceId: string | undefined): void {
  if (traceId === undefined) return;
  if ('raw' in response) {
    const reply = response as KeepingReply;
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

/** Returns the arguments for `writeHead`. Their headers, if any, replace those that were set before. */
function marked(head: ServerResponse, traceId: string, args: unknown[]): unknown[] {
  try {
    if (head.headersSent) return args;
    const given = givenHeaders(args);
    markReported(traceId, {
      get: (name) => given?.get(name) ?? head.getHeader(name),
      // Once a header is set, Node refuses arrays of pairs.
      set: (name, value) => (given ? given.set(name, value) : head.setHeader(name, value)),
    });
    return given ? given.args() : args;
  } catch {
    // The program's own call says what is wrong with it.
    return args;
  }
}
