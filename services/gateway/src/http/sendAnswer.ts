import { respondAndClose, leavesBodyUnread } from '@sluice/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAnswer } from '../answer.js';
import { commonHeaders } from './commonHeaders.js';

/** What the client has not sent in time is not waited for again. */
const REQUEST_TIMEOUT = 408;

/** Sends an answer with the common headers. @param isLast whether to close the connection afterwards */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpAnswer,
  isLast: boolean,
): void {
  const isUnread = leavesBodyUnread(request, status === REQUEST_TIMEOUT);
  response.writeHead(status, {
    ...commonHeaders(request.headers.origin),
    ...(body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...(isLast || isUnread ? { connection: 'close' } : {}),
    ...headers,
  });
  if (isUnread) respondAndClose(request, response, body);
  else response.end(body);
}
