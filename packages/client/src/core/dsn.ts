/** Where events go, and by which key. */
export interface Dsn {
  readonly key: string;
  /** Full address of the envelope endpoint, without the key. */
  readonly endpoint: string;
}

let dsnForm = /^\s*(https?:\/\/)([\da-f]{32})@([^/?#@\s][^?#@\s]*?)\/*\s*$/i;

/**
 * Has server keys accepted from now on, `sls_` and 64 hex digits. Pages never do that: in a page such a key is not secret any
 * more, so its DSN is none there.
 */
export const acceptServerKeys = (): void => {
  dsnForm = /^\s*(https?:\/\/)([\da-f]{32}|sls_[\da-f]{64})@([^/?#@\s][^?#@\s]*?)\/*\s*$/i;
};

/** Reads `https://<key>@<host>[:port][/base]`; slashes at its end do not matter. `undefined` where it is none. */
export function parseDsn(text: string | undefined): Dsn | undefined {
  const [, scheme, key, host] = (dsnForm.exec(text as string) ?? []) as string[];
  return key ? { key, endpoint: `${scheme}${host}/api/envelope` } : undefined;
}
