import type { KeyKind } from './projectKey.js';

/** The addresses that SDKs are configured with. */
export interface Dsns {
  /** For the SDK of Sluice: `https://{key}@{host}[:port][/base]`. */
  readonly dsn: string;
  /**
   * For SDKs of Sentry: the DSN with the id of the project as its last segment. That of a server key is for SDKs that send the
   * key in a header; those for JavaScript send it in the query, where a server key is rejected.
   */
  readonly sentryDsn: string;
}

/** In place of the DSNs of a key whose text is not known. */
export const NO_DSNS = { dsn: null, sentryDsn: null } as const;

/** A key whose whole text is known. */
export interface WholeKey {
  readonly kind: KeyKind;
  /** The text that programs send. */
  readonly key: string;
  readonly projectId: string;
}

/** Returns the DSNs of a key. @param baseUrl base URL of the service; a slash at its end is ignored */
export function dsnsOf({ key, projectId }: WholeKey, baseUrl: string): Dsns {
  const { protocol, host, pathname } = new URL(baseUrl);
  const dsn = `${protocol}//${key}@${host}${pathname.replace(/\/+$/, '')}`;
  return { dsn, sentryDsn: `${dsn}/${projectId}` };
}
