import type { ServerResponse } from 'node:http';
import type { ExpressRequest } from './expressRequest.js';

/** The last segment of a path has an extension. */
const HAS_EXTENSION = /\.[a-z\d]{1,10}$/i;

/**
 * Whether a request that reached no route was answered with a file: a `GET` or `HEAD` that succeeded, for a path with an
 * extension, or with `Accept-Ranges`, which `express.static` sets (`/` is `index.html`).
 */
export function isStaticFile({ method, originalUrl, url = '' }: ExpressRequest, response: ServerResponse): boolean {
  const path = (originalUrl ?? url).replace(/[?#].*/s, '');
  return (
    (method === 'GET' || method === 'HEAD') &&
    response.statusCode < 400 &&
    (HAS_EXTENSION.test(path) || response.hasHeader('accept-ranges'))
  );
}
