import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies up to this many bytes are read to the end, so that the connection can be kept. */
const SMALL_BODY = 65_536;

/**
 * Limits of reading and discarding the rest of a rejected body before the connection is closed: the least bytes in each step, which
 * senders that are slow or pause do not reach, the total time, and the bytes.
 */
const LINGER_STEP_MS = 1_000;
const LINGER_STEP_BYTES = 16_384;
const LINGER_MS = 20_000;
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
 * reset, and the client sees an error instead of the response. Many clients read only after they have sent everything, so the
 * body is discarded for as long as it arrives, within limits. The head must have been written or set, with its length.
 * @param mostBytes discarded bytes at most
 */
export function respondAndClose(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Buffer,
  mostBytes = LINGER_BYTES,
): void {
  let [discarded, before] = [0, 0];
  const end = (): void => {
    clearInterval(step);
    clearTimeout(total);
    response.end();
  };
  const checkStep = (): void => {
    if (discarded - before < LINGER_STEP_BYTES) end();
    before = discarded;
  };
  // In a process that was busy, the timer fires before what arrived meanwhile is read.
  const step = setInterval(() => setImmediate(checkStep), LINGER_STEP_MS);
  const total = setTimeout(end, LINGER_MS);
  response.write(body);
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > mostBytes) end();
  });
  request.once('end', end).once('close', end).resume();
}
