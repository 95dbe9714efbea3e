import { createHash } from 'node:crypto';
import { maskKey, type KeyKind } from '../projectKey.js';

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

/** The name of a key by its text in lower case; `undefined` where the text is no key. */
export function parseProjectKey(text: string): ParsedProjectKey | undefined {
  if (PUBLIC.test(text)) return { kind: 'public', name: text };
  if (!SERVER.test(text)) return undefined;
  const digest = createHash('sha256').update(text).digest('hex');
  return { kind: 'server', name: `${maskKey(text)}:${digest}` };
}
