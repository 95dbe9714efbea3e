/** Response to a request that Node's HTTP parser rejects: status line, error code, message. */
type ParserErrorResponse = readonly [statusLine: string, code: string, message: string];

const ANSWERS: Readonly<Record<string, ParserErrorResponse>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large', 'The headers are too large.'],
  HPE_INVALID_EOF_STATE: ['400 Bad Request', 'bad_request', 'The connection ended before the request did.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request did not arrive in time.'],
};
const BAD_REQUEST: ParserErrorResponse = ['400 Bad Request', 'bad_request', 'This is not a valid HTTP/1.1 request.'];

/** Returns the response to the error of a server's event `clientError`. */
export const parserErrorResponse = ({ code = '' }: { readonly code?: string }): ParserErrorResponse =>
  ANSWERS[code] ?? BAD_REQUEST;
