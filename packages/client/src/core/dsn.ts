/** Endpoint and key of a DSN. */
export interface Dsn {
  readonly key: string;
  /** URL of the envelope endpoint, without the key. */
  readonly endpoint: string;
}

let dsnForm = /^\s*(https?:\/\/)([\da-f]{32})@([^/?#@\s][^?#@\s]*?)\/*\s*$/i;

/**
 * Accepts server keys (`sls_` and 64 hex digits) from now on. Pages never do: a key in a page is not secret, so its DSN is
 * invalid there.
 */
export const acceptServerKeys = (): void => {
  dsnForm = /^\s*(https?:\/\/)([\da-f]{32}|sls_[\da-f]{64})@([^/?#@\s][^?#@\s]*?)\/*\s*$/i;
};

/** Parses `https://<key>@<host>[:port][/base]`, ignoring trailing slashes; `undefined` if it is invalid. */
export function parseDsn(text: string | undefined): Dsn | undefined {
  const [, scheme, key, host] = (dsnForm.exec(text as string) ?? []) as string[];
  return key ? { key, endpoint: `${scheme}${host}/api/envelope` } : undefined;
}
