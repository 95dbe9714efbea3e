/** Where events go, and by which key. */
export interface Dsn {
  readonly key: string;
  /** Full address of the envelope endpoint, without the key. */
  readonly endpoint: string;
}

const KEY = /^[\da-f]{32}$/i;

/**
 * Reads `https://<key>@<host>[:port][/base]`; slashes at its end do not matter. A sentence that says what is wrong where
 * it is none.
 */
export function parseDsn(text: string): Dsn | string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'it is no address; it looks like https://<key>@<host>';
  }
  if (!/^https?:$/.test(url.protocol)) return 'it must begin with https:// or http://';
  if (!KEY.test(url.username)) return 'its key, before the @, must be 32 hexadecimal characters';
  return { key: url.username, endpoint: `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/envelope` };
}
