import { urlOf } from '@sluice/runtime';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../apiError.js';
import type { RequestHead } from './requestHead.js';

/** Returns the CSRF token of a session. A page of another origin cannot compute it, because it cannot read the cookie. */
export const csrfTokenOf = (sessionSecret: string): string =>
  createHmac('sha256', sessionSecret).update('sluice csrf token').digest('base64url');

/**
 * Refuses a request that changes something if a page of another origin sent it. Browsers say so in `Sec-Fetch-Site` and
 * `Origin`; other programs send neither.
 * @throws ApiError 403 `cross_site`
 */
export function assertSameOrigin(head: RequestHead): void {
  if (!head.isUnsafe) return;
  const { fetchSite, origin, host, baseUrl } = head;
  const isForeign = fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (!isForeign && (origin === undefined || isOwn(origin, host, baseUrl))) return;
  throw new ApiError(
    403,
    'cross_site',
    'A page of another origin sent this request. Behind a proxy that changes the Host header, set PUBLIC_URL.',
  );
}

function isOwn(origin: string, host: string, baseUrl: string): boolean {
  const sent = urlOf(origin);
  if (sent === undefined) return false;
  return sent.host === host.toLowerCase() || sent.origin === new URL(baseUrl).origin;
}

/** Requires the CSRF token of a session for a request that changes something. @throws ApiError 403 `csrf` or `cross_site` */
export function assertCsrf(head: RequestHead, sessionSecret: string): void {
  if (!head.isUnsafe) return;
  assertSameOrigin(head);
  const [expected, given] = [Buffer.from(csrfTokenOf(sessionSecret)), Buffer.from(head.csrfToken ?? '')];
  if (expected.length === given.length && timingSafeEqual(expected, given)) return;
  throw new ApiError(
    403,
    'csrf',
    'A request with a session cookie that changes something needs the header X-CSRF-Token with csrfToken of GET /api/0/session.',
  );
}
