import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sends `100 Continue` to a client that waits for it before it sends a body. A client of HTTP/1.0 would take it for the
 * answer, so its expectation is ignored (RFC 9110, section 10.1.1).
 */
export function sendContinue({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== '1.0' && headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}
