import { respondAndClose, leavesBodyUnread, SECURITY_HEADERS } from '@sluice/runtime';
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { JsonText } from '../jsonText.js';
import { compressBody } from './compressBody.js';
import type { ErrorResponse } from './toErrorResponse.js';

/** Headers of every response: no response is a page or a script, or meant for another site. */
export const MANAGEMENT_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'cross-origin-resource-policy': 'same-origin',
};

/** A response before it is serialized. */
export interface JsonResponse {
  readonly status: number;
  readonly body: unknown;
  /** Strong validator without quotes. A `GET` without one gets a weak validator computed from its body. */
  readonly etag?: string | undefined;
}

/**
 * Sends a JSON response, or a 304 if the client holds the same validator. Responses are `private, no-cache`. A Buffer is sent
 * unchanged. Responses to reads above 1 KB are compressed if the client accepts it, except those with a strong validator: it
 * would have to include the encoding and could not be used in `If-Match`.
 * @param onBytes called with the uncompressed size of the body before it is sent; an exception is passed on
 */
export async function sendJson(
  response: Response,
  { status, body, etag }: JsonResponse,
  onBytes?: (bytes: number) => void,
): Promise<void> {
  const bytes = status === 204 ? EMPTY : bytesOf(body);
  onBytes?.(bytes.length);
  const isRead = response.req.method === 'GET' || response.req.method === 'HEAD';
  response.status(status).set('vary', 'Authorization, Cookie, Accept-Encoding');
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
  const packed = isPlain ? undefined : await compressBody(bytes, request.headers['accept-encoding']);
  if (packed !== undefined) response.set('content-encoding', packed.encoding);
  response.send(packed?.bytes ?? bytes);
}

const EMPTY = Buffer.alloc(0);

const bytesOf = (body: unknown): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(body instanceof JsonText ? body.text : JSON.stringify(body));

/**
 * Sends an error response, which is never cached. If the body of the request was not read, the connection is closed after
 * the response. @param foreignBody sent instead of the body
 */
export function sendError(response: Response, { status, headers, body }: ErrorResponse, foreignBody?: unknown): void {
  const sent = foreignBody ?? body;
  response.status(status).set({ ...headers, 'cache-control': 'no-store' });
  const { req: request } = response;
  if (!leavesBodyUnread(request, status === REQUEST_TIMEOUT)) {
    response.json(sent);
    return;
  }
  const text = JSON.stringify(sent);
  response.set({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
  });
  respondAndClose(request, response, text, DISCARDED_BYTES);
}

/** Bytes of a refused body that are read at most: the longest source map (50 MB), and its form. */
const DISCARDED_BYTES = 64 * 1_048_576;

/** A request that timed out is not waited for again. */
const REQUEST_TIMEOUT = 408;
