import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sends `100 Continue` to a client that waits for it. An expectation of HTTP/1.0 is ignored, because such a client
 * would treat it as the response (RFC 9110, section 10.1.1).
 */
export function sendContinue({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== '1.0' && headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}
