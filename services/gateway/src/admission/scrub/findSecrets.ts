import { findAssignments } from './findAssignments.js';
import { findParameters } from './findParameters.js';
import { MARKS } from './marks.js';
import type { Span } from './spans.js';
import { matchSpans } from './matchSpans.js';

/** User and password of a URL. Neither contains a slash, so no two searches overlap. */
const CREDENTIALS = /:\/\/([^\s/?#"'<>\\]{1,512})@/g;
const AT = '@';
/** Shared users of repository hosts. */
const NOBODY = /^(?:git|hg|svn)$/;
const LONGEST_NOBODY = 3;
/** Token of `Authorization: Bearer`. */
const BEARER = /\bbearer\s{1,3}([\w.~+/=-]{16,})/gi;
/** User and password that a command line passes to curl. */
const LOGIN = /\s(?:-u|--user)(?:=|\s{0,3})["']?([^\s:"'=]{1,128}:[^\s"']{3,})/g;
/**
 * Private keys, including PGP: header lines, long lines, and a shorter one only before the end; other text is prose.
 * Line ends may be escaped.
 */
const PRIVATE_KEYS = privateKeys();

function privateKeys(): RegExp {
  const line = '(?:\\s|\\\\{1,4}[rn]){1,40}';
  const label = 'PRIVATE KEY(?: BLOCK)?-----';
  const header = `(?:${line}(?:Version|Comment|Proc-Type|DEK-Info): [^\\s\\\\]{1,64}(?: [^\\s\\\\]{1,64}){0,8})`;
  const end = `(?:${line}[\\w+/=]{1,80}){0,2}${line}-----END [A-Z ]{0,24}${label}`;
  return new RegExp(`-----BEGIN [A-Z ]{0,24}${label}${header}{0,8}(?:${line}[\\w+/=]{16,})*(?:${end})?`, 'g');
}

/** Finds credentials in URLs, bearer tokens, private keys, `name=value` and parameters. Spans may overlap. */
export function findSecrets(text: string): readonly Span[] {
  return [
    ...findCredentials(text),
    ...findLogins(text),
    ...matchSpans(text, BEARER, MARKS.secret),
    ...findPrivateKeys(text),
    ...findAssignments(text),
    ...findParameters(text),
  ];
}

function findCredentials(text: string): readonly Span[] {
  if (!text.includes('://')) return [];
  const found = matchSpans(text, CREDENTIALS, MARKS.secret, AT.length);
  return found.filter(({ start, end }) => end - start > LONGEST_NOBODY || !NOBODY.test(text.slice(start, end)));
}

function findLogins(text: string): readonly Span[] {
  const curl = text.indexOf('curl');
  return curl < 0 ? [] : matchSpans(text, LOGIN, MARKS.secret).filter(({ start }) => start > curl);
}

const findPrivateKeys = (text: string): readonly Span[] =>
  text.includes('-----BEGIN') ? matchSpans(text, PRIVATE_KEYS, MARKS.secret) : [];
