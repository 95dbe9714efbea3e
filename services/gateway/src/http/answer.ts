import { errorBody } from '@sluice/contract';
import { leavesBodyUnread, respondAndClose, SECURITY_HEADERS } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The response to a request. `hang_up`: it is unknown whether the batch was accepted, so the connection is closed without a response. */
export type Answer = HttpAnswer | 'hang_up';

/**
 * A status, headers (lower-case names) in addition to those of every response, and an empty body, a JSON text, or bytes of the
 * `content-type` in the headers.
 */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The response to a request that is rejected as a whole: a 4xx or 5xx with the error body of protocol 7. */
export class Rejection implements HttpAnswer {
  readonly body: string;

  /**
   * @param code stable identifier for programs
   * @param message one sentence for people
   */
  constructor(
    readonly status: number,
    readonly code: string,
    readonly message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.body = JSON.stringify(errorBody(code, message));
  }
}

/** 503: the request had no effect and may be sent again after one second. */
export const unavailable = (message: string): Rejection =>
  new Rejection(503, 'unavailable', message, { 'retry-after': '1' });

/** 413 for a body that is larger than `limit` bytes, as sent or inflated. */
export const bodyTooLarge = (limit: number): Rejection =>
  new Rejection(413, 'body_too_large', `The body is larger than ${limit} bytes.`);

/** 503 for a request whose memory does not fit into the budget of this process. */
export const busy = (): Rejection =>
  unavailable('This gateway has no memory left for the request. Send it again after Retry-After seconds.');

/** Headers that a page's script may read, also of rejections. */
const EXPOSED = 'X-Service-Rate-Limits, Retry-After';

const COMMON: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  vary: 'Origin',
};

/** Headers of every response: not cacheable, CORS with the origin reflected and without credentials. */
export function commonHeaders(origin: string | undefined): Record<string, string> {
  const headers = { ...COMMON };
  if (origin !== undefined) headers['access-control-allow-origin'] = origin;
  return headers;
}

/** Seconds for which a browser may remember a preflight. */
const PREFLIGHT_SECONDS = '86400';

/** Headers of the response to a preflight, in addition to {@link commonHeaders}. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'X-Service-Auth, Content-Type, Content-Encoding, X-Service-Debug',
  'access-control-max-age': PREFLIGHT_SECONDS,
};

/** After this status the rest of the body is not awaited: it did not arrive in time. */
const REQUEST_TIMEOUT = 408;

/** Sends a response with the common headers. @param isLast whether to close the connection afterwards */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpAnswer,
  isLast = false,
): void {
  const isUnread = leavesBodyUnread(request, status === REQUEST_TIMEOUT);
  const head = commonHeaders(request.headers.origin);
  if (body.length > 0) head['content-type'] = 'application/json; charset=utf-8';
  if (status !== 204) head['content-length'] = String(Buffer.byteLength(body));
  if (isLast || isUnread) head['connection'] = 'close';
  response.writeHead(status, Object.assign(head, headers));
  if (isUnread) respondAndClose(request, response, body);
  else response.end(body);
}
