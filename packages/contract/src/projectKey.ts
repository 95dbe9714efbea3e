import { createHash } from 'node:crypto';

/**
 * Kind of a project key. `public`: visible in every page that sends with it. `server`: a secret of the project's
 * servers; it needs no origin, and its statements about users are trusted.
 */
export const KEY_KINDS = ['public', 'server'] as const;

/** One of {@link KEY_KINDS}. */
export type KeyKind = (typeof KEY_KINDS)[number];

/** Kind and name of a key. */
export interface ParsedProjectKey {
  readonly kind: KeyKind;
  /**
   * For a public key, the key itself. For a server key, `sls_`, 12 of its digits, `:` and the SHA-256 of its text,
   * from which the key cannot be derived. The name alone shows the kind, and a reader of names cannot send events.
   */
  readonly name: string;
}

const PUBLIC = /^[0-9a-f]{32}$/;
const SERVER = /^sls_[0-9a-f]{64}$/;
const SERVER_ID = /^sls_[0-9a-f]{12}/;

/** The name of a key by its text in lower case; `undefined` where the text is no key. */
export function parseProjectKey(text: string): ParsedProjectKey | undefined {
  if (PUBLIC.test(text)) return { kind: 'public', name: text };
  if (!SERVER.test(text)) return undefined;
  const digest = createHash('sha256').update(text).digest('hex');
  return { kind: 'server', name: `${SERVER_ID.exec(text)?.[0] ?? ''}:${digest}` };
}

/**
 * A key as it may be shown, by its name or text in either case: a public one whole, of a server key `sls_` and its first 12
 * digits. Lower case.
 */
export function maskKey(key: string): string {
  const lower = key.toLowerCase();
  return SERVER_ID.exec(lower)?.[0] ?? lower;
}
