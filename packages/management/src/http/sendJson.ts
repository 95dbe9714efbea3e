import { endWhenHeard, isLeftUnread, SECURITY_HEADERS } from '@sluice/runtime';
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { JsonText } from '../jsonText.js';
import { compressed } from './compressed.js';
import type { ErrorAnswer } from './errorAnswer.js';

/** Headers of every answer: nothing here is a page, a script, or for another site. */
export const MANAGEMENT_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'cross-origin-resource-policy': 'same-origin',
};

/** What is sent as the body and under which validator. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Strong, without quotes; a `GET` without one gets a weak one from its body. */
  readonly etag?: string | undefined;
}

/**
 * Sends an answer; a `GET` whose validator the client holds already gets a 304. What a token may see stays with its
 * holder: `private`, and asked for anew every time. A body that is a buffer is sent as it is. Answers to reads above 1 KB are
 * compressed if the client accepts that; not those with a strong validator, which would have to name the encoding too and
 * could not be sent back in `If-Match`.
 * @param onBytes called with the size of the body, not compressed, before anything is done with it; what it throws is thrown
 */
export async function sendJson(
  response: Response,
  { status, body, etag }: JsonAnswer,
  onBytes?: (bytes: number) => void,
): Promise<void> {
  const bytes = status === 204 ? EMPTY : bytesOf(body);
  onBytes?.(bytes.length);
  const isRead = response.req.method === 'GET' || response.req.method === 'HEAD';
  response.status(status).set('vary', 'Authorization, Accept-Encoding');
  response.set('cache-control', isRead ? 'private, no-cache' : 'no-store');
  if (status === 204) {
    response.end();
    return;
  }
  if (etag !== undefined) response.set('etag', `"${etag}"`);
  else if (isRead) response.set('etag', `W/"${createHash('sha1').update(bytes).digest('base64url')}"`);
  response.type('application/json');
  const { req: request } = response;
  const isPlain = !isRead || etag !== undefined || request.fresh;
  const packed = isPlain ? undefined : await compressed(bytes, request.headers['accept-encoding']);
  if (packed !== undefined) response.set('content-encoding', packed.encoding);
  response.send(packed?.bytes ?? bytes);
}

const EMPTY = Buffer.alloc(0);

const bytesOf = (body: unknown): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(body instanceof JsonText ? body.text : JSON.stringify(body));

/**
 * Sends an error; no one keeps it. Where the request's body is left unread, however much of it may come, the answer is
 * the last one on its connection.
 */
export function sendError(response: Response, { status, headers, body }: ErrorAnswer): void {
  response.status(status).set({ ...headers, 'cache-control': 'no-store' });
  const { req: request } = response;
  if (!isLeftUnread(request, status === REQUEST_TIMEOUT)) {
    response.json(body);
    return;
  }
  const text = JSON.stringify(body);
  response.set({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
  });
  endWhenHeard(request, response, text);
}

/** What has not come in time is not waited for again. */
const REQUEST_TIMEOUT = 408;
