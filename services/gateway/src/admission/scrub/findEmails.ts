import { charactersOf, is } from './characters.js';
import { MARKS } from './marks.js';
import type { Span } from './spans.js';

/** Longest local part and longest domain (RFC 5321); they bound the work of each `@`. */
const LONGEST_LOCAL = 64;
const LONGEST_DOMAIN = 255;

/** ASCII characters of the local part and of the domain. A table lookup is all that a flood of `@` may cost. */
const LOCAL = charactersOf(/[\w.%+-]/);
const DOMAIN = charactersOf(/[A-Za-z0-9.-]/);
const ENDS_SENTENCE = charactersOf(/[.-]/);
const OTHER_LETTER = /[\p{L}\p{N}]/u;

/**
 * Finds all email addresses in `text`. Lookalikes are kept: versions (`lib@1.2.0-rc.beta`), images for dense
 * displays (`a@2x.png`), calls in stacks of WebKit and Gecko (`fn@app.js:1:2`), repositories (`git@host.test:a/b`).
 * Linear time: neither side of an `@` extends over another `@`.
 */
export function findEmails(text: string): readonly Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(done, at + 1))) {
    const end = endOfAddress(text, at, at + 1);
    if (end === undefined) continue;
    const start = startOfLocal(text, at, done);
    if (start === at || isRepository(text, start, at)) continue;
    spans.push({ start, end, mark: MARKS.email });
    done = end;
  }
  return spans;
}

const REPOSITORY_USERS: ReadonlySet<string> = new Set(['git', 'hg', 'svn']);
const LONGEST_USER = 3;

/** Whether the user is the shared user of a repository host. */
const isRepository = (text: string, start: number, at: number): boolean =>
  at - start <= LONGEST_USER && REPOSITORY_USERS.has(text.slice(start, at));

/** Returns the end of the address at an `@`; `undefined` if there is none. */
function endOfAddress(text: string, index: number, behind: number): number | undefined {
  if (index === 0 || behind >= text.length || !isDomainCharacter(text, behind)) return undefined;
  const end = endOfDomain(text, behind);
  const domain = text.slice(behind, end);
  // Most candidates that are not addresses have no dot; they cost no more than this check.
  return domain.includes('.') && isMailDomain(domain) && !isPosition(text, end) ? end : undefined;
}

/**
 * Non-ASCII letters count only if there is no ASCII character: in Chinese, no space separates an address from the
 * word before it.
 */
function startOfLocal(text: string, at: number, least: number): number {
  const end = Math.max(least, at - LONGEST_LOCAL);
  let start = at;
  while (start > end && is(LOCAL, text, start - 1)) start -= 1;
  if (start < at) return start;
  while (start > end && OTHER_LETTER.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function isDomainCharacter(text: string, index: number): boolean {
  return is(DOMAIN, text, index) || (text.charCodeAt(index) >= DOMAIN.length && OTHER_LETTER.test(text.charAt(index)));
}

function endOfDomain(text: string, start: number): number {
  const longest = Math.min(text.length, start + LONGEST_DOMAIN);
  let end = start;
  while (end < longest && isDomainCharacter(text, end)) end += 1;
  // A trailing full stop ends the sentence.
  while (end > start && is(ENDS_SENTENCE, text, end - 1)) end -= 1;
  return end;
}

/** At least two labels; the last consists of letters. */
const MAIL_DOMAIN = /^[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*\.(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu;
const VERSION = /^v?\d+\.\d/i;
const DENSE_IMAGE = /^\dx\./i;
/** File extensions that are not top-level domains. */
const FILE = /\.(?:[cm]?[jt]s|[jt]sx|png|jpe?g|gif|svg|webp|avif|css|html?|json|map|bundle|jsbundle|vue|wasm)$/i;

const isMailDomain = (domain: string): boolean =>
  MAIL_DOMAIN.test(domain) && !VERSION.test(domain) && !DENSE_IMAGE.test(domain) && !FILE.test(domain);

const POSITION = /:\d{1,9}:\d/y;

/** Whether a line and a column follow, as in a stack. */
function isPosition(text: string, end: number): boolean {
  POSITION.lastIndex = end;
  return POSITION.test(text);
}
