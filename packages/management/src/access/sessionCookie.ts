/** Where a cookie is set or read. */
interface CookiePlace {
  /** Base URL under which the client reached the service. */
  readonly baseUrl: string;
}

const isSecure = ({ baseUrl }: CookiePlace): boolean => baseUrl.startsWith('https:');

/**
 * Returns the name of the session cookie. `__Host-` makes browsers refuse the cookie unless it is Secure, for this host and
 * for every path, so that no other host of the domain can set it. Cookies of one host are shared by its ports and, as
 * `__Host-` demands, by its paths: the name contains the prefix, and the port without TLS, so that two copies on one host do
 * not end each other's sessions.
 */
export function sessionCookieName(place: CookiePlace): string {
  const { port, pathname } = new URL(place.baseUrl);
  // Percent signs are allowed in the name of a cookie, slashes are not.
  const prefix = pathname
    .split('/')
    .filter((segment) => segment !== '')
    .join('%');
  const parts = [isSecure(place) ? '__Host-sluice_session' : 'sluice_session', isSecure(place) ? '' : port, prefix];
  return parts.filter((part) => part !== '').join('_');
}

/** Returns the value of a cookie of a request; empty if there is none. The first one counts: browsers send the most specific first. */
export function readCookie(header: string | undefined, name: string): string {
  for (const pair of (header ?? '').split(';')) {
    const mark = pair.indexOf('=');
    if (mark !== -1 && pair.slice(0, mark).trim() === name) return pair.slice(mark + 1).trim();
  }
  return '';
}

/** Returns the `Set-Cookie` header of a new session. @param maxAgeMs how long the session lasts at most */
export const setSessionCookie = (place: CookiePlace, secret: string, maxAgeMs: number): string =>
  cookie(place, { name: sessionCookieName(place), value: secret, maxAgeMs });

/** Returns the `Set-Cookie` header that removes the cookie. */
export const clearSessionCookie = (place: CookiePlace): string => setSessionCookie(place, '', 0);

/** Returns a `Set-Cookie` header: HttpOnly, SameSite=Lax, and Secure under TLS. */
export function cookie(
  place: CookiePlace,
  { name, value, maxAgeMs }: { readonly name: string; readonly value: string; readonly maxAgeMs: number },
): string {
  const secure = isSecure(place) ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${Math.floor(maxAgeMs / 1_000)}; HttpOnly; SameSite=Lax${secure}`;
}
