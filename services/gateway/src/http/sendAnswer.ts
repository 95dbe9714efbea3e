import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAnswer } from '../answer.js';
import { corsHeaders } from './commonHeaders.js';

/** An unread body of up to this many bytes is read away, so that the connection can be kept. */
const SMALL_BODY = 65_536;

/** What the client has not sent in time is not waited for again. */
const REQUEST_TIMEOUT = 408;

/** How long, and for how many bytes, the rest of a refused body is taken and thrown away before the connection ends. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 32 * 1_048_576;

/** Sends an answer with the headers that every answer bears. @param isLast the connection ends after it */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpAnswer,
  isLast: boolean,
): void {
  const isUnread = !request.complete && (status === REQUEST_TIMEOUT || !hasSmallBody(request));
  response.writeHead(status, {
    ...corsHeaders(request.headers.origin),
    ...(body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...(isLast || isUnread ? { connection: 'close' } : {}),
    ...headers,
  });
  if (isUnread) endWhenHeard(request, response, body);
  else response.end(body);
}

function hasSmallBody({ headers }: IncomingMessage): boolean {
  const declared = headers['content-length'];
  if (declared !== undefined) return Number(declared) <= SMALL_BODY;
  return headers['transfer-encoding'] === undefined;
}

/**
 * The whole answer at once, the end of the connection a little later: closing it while the client still sends would
 * reset it, and the client would see an error instead of the answer.
 */
function endWhenHeard(request: IncomingMessage, response: ServerResponse, body: string): void {
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
