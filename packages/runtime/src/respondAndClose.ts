import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies up to this many bytes are read to the end, so that the connection can be kept. */
const SMALL_BODY = 65_536;

/** Limits of reading and discarding the rest of a rejected body before the connection is closed. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 32 * 1_048_576;

/**
 * Whether more of a request's body may follow than is worth reading. Then the response must close the connection
 * (`connection: close`, {@link respondAndClose}). @param isLate its sender was too slow
 */
export function leavesBodyUnread(request: IncomingMessage, isLate = false): boolean {
  return !request.complete && (isLate || !hasSmallBody(request));
}

function hasSmallBody({ headers }: IncomingMessage): boolean {
  const declared = headers['content-length'];
  if (declared !== undefined) return Number(declared) <= SMALL_BODY;
  return headers['transfer-encoding'] === undefined;
}

/**
 * Sends the whole response at once and closes the connection later: closing it while the client still sends causes a
 * reset, and the client sees an error instead of the response. The head must have been written or set, with its length.
 */
export function respondAndClose(request: IncomingMessage, response: ServerResponse, body: string): void {
  let discarded = 0;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  response.write(body);
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > LINGER_BYTES) end();
  });
  request.once('end', end).once('close', end).resume();
}
