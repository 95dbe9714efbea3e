import { MARKS } from './marks.js';

/** Longest local part and longest domain (RFC 5321); they bound the work of each `@`. */
const LONGEST_LOCAL = 64;
const LONGEST_DOMAIN = 255;

const AT = /@|%40/g;
const LOCAL = /[\w.%+-]/;
const DOMAIN = /[\p{L}\p{N}.-]/u;
const OTHER_LETTER = /[\p{L}\p{N}]/u;

/**
 * `text` with every e-mail address replaced, also with its `@` percent-encoded. What looks like one and is none stays:
 * versions (`lib@1.2.0-rc.beta`), images for dense displays (`a@2x.png`), calls in the stacks of WebKit and Gecko
 * (`fn@app.js:1:2`). Linear: neither side of an `@` reaches over another one.
 */
export function scrubEmails(text: string): string {
  let scrubbed = '';
  let done = 0;
  for (const { 0: at, index } of text.matchAll(AT)) {
    if (index < done) continue;
    const start = startOfLocal(text, index, done);
    const end = endOfDomain(text, index + at.length);
    if (start === index || !isMailDomain(text.slice(index + at.length, end)) || isPosition(text, end)) continue;
    scrubbed += text.slice(done, start) + MARKS.email;
    done = end;
  }
  return done === 0 ? text : scrubbed + text.slice(done);
}

/** Other letters count only where there is no plain one: in Chinese no space ends the word before an address. */
function startOfLocal(text: string, at: number, least: number): number {
  const plain = reach(text, at, least, LOCAL);
  return plain === at ? reach(text, at, least, OTHER_LETTER) : plain;
}

function reach(text: string, at: number, least: number, letters: RegExp): number {
  const end = Math.max(least, at - LONGEST_LOCAL);
  let start = at;
  while (start > end && letters.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function endOfDomain(text: string, start: number): number {
  const longest = Math.min(text.length, start + LONGEST_DOMAIN);
  let end = start;
  while (end < longest && DOMAIN.test(text.charAt(end))) end += 1;
  // A full stop may end the sentence.
  while (end > start && /[.-]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** At least two labels, the last one of letters. */
const MAIL_DOMAIN = /^[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*\.(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu;
const VERSION = /^v?\d+\.\d/i;
const DENSE_IMAGE = /^\dx\./i;
/** Ends of file names that are no top-level domains. */
const FILE = /\.(?:[cm]?[jt]s|[jt]sx|png|jpe?g|gif|svg|webp|avif|css|html?|json|map|bundle|jsbundle|vue|wasm)$/i;

const isMailDomain = (domain: string): boolean =>
  MAIL_DOMAIN.test(domain) && !VERSION.test(domain) && !DENSE_IMAGE.test(domain) && !FILE.test(domain);

const POSITION = /:\d{1,9}:\d/y;

/** Whether a line and a column follow, as in a stack. */
function isPosition(text: string, end: number): boolean {
  POSITION.lastIndex = end;
  return POSITION.test(text);
}
