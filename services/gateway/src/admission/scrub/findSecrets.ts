import { findAssignments } from './findAssignments.js';
import { MARKS } from './marks.js';
import type { Span } from './spans.js';

/** User and password of an address. Neither side of it holds a slash, so that no two looks overlap. */
const CREDENTIALS = /:\/\/([^\s/?#"'<>\\]{1,512})@/g;
const BEFORE_CREDENTIALS = '://'.length;
/** Users that everybody has: of repositories. */
const NOBODY = /^(?:git|hg|svn)$/;
/** Tokens that say what they are: of `Authorization: Bearer`, JSON Web Tokens, our own. */
const TOKENS = /\bbearer\s{1,3}([\w.~+/=-]{16,})|(?<![\w-])(?:eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|slp_[\w-]{43})/gi;
/** Private keys: their long lines, and a shorter one only before the end; what else follows is prose. Ends of lines may be escaped. */
const PRIVATE_KEYS =
  /-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----(?:(?:\s|\\{1,4}[rn]){1,4}[\w+/=]{16,})*(?:(?:(?:\s|\\{1,4}[rn]){1,4}[\w+/=]{1,80})?(?:\s|\\{1,4}[rn]){1,4}-----END [A-Z ]{0,24}PRIVATE KEY-----)?/g;

/** What opens something: credentials in addresses, tokens that are known by their form, `name=value`. They may overlap. */
export function findSecrets(text: string): readonly Span[] {
  return [...findCredentials(text), ...findTokens(text), ...findPrivateKeys(text), ...findAssignments(text)];
}

function findCredentials(text: string): readonly Span[] {
  if (!text.includes('://')) return [];
  const spans: Span[] = [];
  for (const { index, 1: credentials = '' } of text.matchAll(CREDENTIALS)) {
    if (NOBODY.test(credentials)) continue;
    const start = index + BEFORE_CREDENTIALS;
    spans.push({ start, end: start + credentials.length, mark: MARKS.secret });
  }
  return spans;
}

function findTokens(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { index, 0: found, 1: token = found } of text.matchAll(TOKENS)) {
    const end = index + found.length;
    spans.push({ start: end - token.length, end, mark: MARKS.secret });
  }
  return spans;
}

function findPrivateKeys(text: string): readonly Span[] {
  if (!text.includes('-----BEGIN')) return [];
  const found = text.matchAll(PRIVATE_KEYS);
  return Array.from(found, ({ index, 0: key }) => ({ start: index, end: index + key.length, mark: MARKS.secret }));
}
