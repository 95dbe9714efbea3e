import { SECURITY_HEADERS } from '@sluice/runtime';

/** Headers that a page's script may read, also of refusals. */
const EXPOSED = 'X-Service-Rate-Limits, Retry-After';

/** Seconds for which a browser may remember a preflight. */
const PREFLIGHT_SECONDS = '86400';

/** Headers of every answer: not cacheable, CORS with the origin reflected and without credentials. */
export const commonHeaders = (origin: string | undefined): Record<string, string> => ({
  ...SECURITY_HEADERS,
  'cache-control': 'no-store',
  'access-control-allow-origin': origin ?? '*',
  'access-control-expose-headers': EXPOSED,
  vary: 'Origin',
});

/** Headers of the answer to a preflight, in addition to {@link commonHeaders}. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'X-Service-Auth, Content-Type, Content-Encoding, X-Service-Debug',
  'access-control-max-age': PREFLIGHT_SECONDS,
};
