import type { Duplex } from 'node:stream';

/** Status line, error code and message. */
type Rejection = readonly [statusLine: string, code: string, message: string];

const ANSWERS: Readonly<Record<string, Rejection>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large', 'The headers are too large.'],
  HPE_INVALID_EOF_STATE: ['400 Bad Request', 'bad_request', 'The connection ended before the request did.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request did not arrive in time.'],
};
const BAD_REQUEST: Rejection = ['400 Bad Request', 'bad_request', 'This is not a valid HTTP/1.1 request.'];

/**
 * Answers a request that Node's HTTP parser rejects (a server's event `clientError`) with JSON, and closes its connection.
 * @param bodyOf the body for an error code and message
 */
export function rejectParserError(
  error: Error & { readonly code?: string },
  socket: Duplex,
  headers: Readonly<Record<string, string>>,
  bodyOf: (code: string, message: string) => unknown,
): void {
  const { code = '' } = error;
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, errorCode, message] = ANSWERS[code] ?? BAD_REQUEST;
  const body = JSON.stringify(bodyOf(errorCode, message));
  const all = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
}
