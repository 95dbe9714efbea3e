import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies up to this many bytes are read to the end, so that the connection can be kept. */
const SMALL_BODY = 65_536;

/**
 * Limits of reading and discarding the rest of a rejected body before the connection is closed: the longest pause of its sender,
 * the total time, which is that of one pause for a sender that was too slow before, and the bytes.
 */
const LINGER_PAUSE_MS = 1_000;
const LINGER_MS = 20_000;
const LINGER_BYTES = 32 * 1_048_576;

/** Bounds of {@link respondAndClose}. */
interface Linger {
  /** The sender was too slow. */
  readonly isLate: boolean;
  /** Discarded bytes at most. */
  readonly mostBytes?: number;
}

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
 */
export function respondAndClose(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  { isLate, mostBytes = LINGER_BYTES }: Linger,
): void {
  let discarded = 0;
  const end = (): void => {
    clearTimeout(pause);
    clearTimeout(total);
    response.end();
  };
  // Of a process that was busy, the timer fires before it has read what arrived meanwhile.
  const pause = setTimeout(() => setImmediate(endIfPaused, discarded), LINGER_PAUSE_MS);
  const endIfPaused = (before: number): void => (discarded === before ? end() : void pause.refresh());
  const total = setTimeout(end, isLate ? LINGER_PAUSE_MS : LINGER_MS);
  response.write(body);
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > mostBytes) end();
    else pause.refresh();
  });
  request.once('end', end).once('close', end).resume();
}
