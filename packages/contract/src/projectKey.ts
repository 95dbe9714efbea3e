/**
 * Kind of a project key. `public`: visible in every page that sends with it. `server`: a secret of the project's
 * servers; it needs no origin, and its statements about users are trusted.
 */
export const KEY_KINDS = ['public', 'server'] as const;

/** One of {@link KEY_KINDS}. */
export type KeyKind = (typeof KEY_KINDS)[number];

const SERVER_ID = /^sls_[0-9a-f]{12}/;

/**
 * A key as it may be shown, by its name or text in either case: a public one whole, of a server key `sls_` and its first 12
 * digits. Lower case.
 */
export function maskKey(key: string): string {
  const lower = key.toLowerCase();
  return SERVER_ID.exec(lower)?.[0] ?? lower;
}
