/** The scheme of a URL, and the part up to its path: user, password and hosts. */
const AUTHORITY = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)/i;

/** Returns `url` with the password of its user, unless it is empty or the URL has a password. */
export function withPassword(url: string, password: string): string {
  if (password === '') return url;
  return url.replace(AUTHORITY, (whole: string, scheme: string, authority: string) => {
    const at = authority.lastIndexOf('@');
    const user = authority.slice(0, Math.max(at, 0));
    return user.includes(':') ? whole : `${scheme}${user}:${encodeURIComponent(password)}@${authority.slice(at + 1)}`;
  });
}
