import type { IncomingMessage, ServerResponse } from 'node:http';

/** An unread body of up to this many bytes is read away, so that the connection can be kept. */
const SMALL_BODY = 65_536;

/** How long, and for how many bytes, the rest of a refused body is taken and thrown away before the connection ends. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 32 * 1_048_576;

/**
 * Whether a request is to be answered while more of its body may come than is worth reading: then the connection must
 * end after the answer (`connection: close`, {@link respondAndClose}). @param isLate its sender is not waited for again
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
 * The whole answer at once, the end of the connection a little later: closing it while the client still sends would
 * reset it, and the client would see an error instead of the answer. The head must be written or set, with its length.
 */
export function respondAndClose(request: IncomingMessage, response: ServerResponse, body: string): void {
  let thrownAway = 0;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  response.write(body);
  request.on('data', (chunk: Buffer) => {
    thrownAway += chunk.length;
    if (thrownAway > LINGER_BYTES) end();
  });
  request.once('end', end).once('close', end).resume();
}
