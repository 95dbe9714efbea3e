import { urlOf } from '@sluice/runtime';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../apiError.js';
import type { RequestHead } from './requestHead.js';

/** Returns the CSRF token of a session. A page of another origin cannot compute it, because it cannot read the cookie. */
export const csrfTokenOf = (sessionSecret: string): string =>
  createHmac('sha256', sessionSecret).update('sluice csrf token').digest('base64url');

/** What says where a request comes from, and where it arrived. */
type OriginHead = Pick<RequestHead, 'isUnsafe' | 'fetchSite' | 'origin' | 'requestedUrl' | 'baseUrl'>;

/**
 * Refuses a request that changes something if a page of another origin sent it. Browsers say so in `Sec-Fetch-Site` and
 * `Origin`; other programs send neither.
 * @throws ApiError 403 `cross_site`
 */
export function assertSameOrigin(head: OriginHead): void {
  if (!head.isUnsafe) return;
  const { fetchSite, origin } = head;
  const isForeign = fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (!isForeign && (origin === undefined || isOwn(origin, head))) return;
  throw new ApiError(
    403,
    'cross_site',
    'A page of another origin sent this request. Behind a proxy that changes the Host header or does not send X-Forwarded-Proto, set PUBLIC_URL.',
  );
}

/**
 * Compares scheme, host and port: whoever is between a browser and Sluice can make pages of the same host without TLS. Behind a
 * proxy that does not say that it ends TLS, the scheme of the request is unknown; the browser's word for it counts.
 */
function isOwn(origin: string, { requestedUrl, baseUrl, fetchSite }: OriginHead): boolean {
  const [sent, requested] = [urlOf(origin), new URL(requestedUrl)];
  if (sent === undefined) return false;
  if (sent.origin === requested.origin || sent.origin === new URL(baseUrl).origin) return true;
  return fetchSite === 'same-origin' && sent.protocol === 'https:' && sent.host === requested.host;
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
