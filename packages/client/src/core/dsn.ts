/** Where events go, and by which key. */
export interface Dsn {
  readonly key: string;
  /** Full address of the envelope endpoint, without the key. */
  readonly endpoint: string;
}

const DSN = /^\s*(https?:\/\/)([\da-f]{32})@([^/?#@\s][^?#@\s]*?)\/*\s*$/i;

/** Reads `https://<key>@<host>[:port][/base]`; slashes at its end do not matter. `undefined` where it is none. */
export function parseDsn(text: string): Dsn | undefined {
  const [, scheme = '', key, host = ''] = DSN.exec(text) ?? [];
  return key === undefined ? undefined : { key, endpoint: `${scheme}${host}/api/envelope` };
}
