import { MARKS } from './marks.js';

/** Longest local part and longest domain (RFC 5321); they bound the work of each `@`. */
const LONGEST_LOCAL = 64;
const LONGEST_DOMAIN = 255;

/** What stands between the two sides, as it is and percent-encoded. */
const AT = '@';
const ENCODED_AT = '%40';

/** Which plain characters stand before it, and which behind it; a look at a table is all that a flood of `@` may cost. */
const LOCAL = plainCharacters(/[\w.%+-]/);
const DOMAIN = plainCharacters(/[A-Za-z0-9.-]/);
const OTHER_LETTER = /[\p{L}\p{N}]/u;

/**
 * `text` with every e-mail address replaced, also with its `@` percent-encoded. What looks like one and is none stays:
 * versions (`lib@1.2.0-rc.beta`), images for dense displays (`a@2x.png`), calls in the stacks of WebKit and Gecko
 * (`fn@app.js:1:2`). Linear: neither side of an `@` reaches over another one.
 */
export function scrubEmails(text: string): string {
  let scrubbed = '';
  let done = 0;
  let [at, encoded] = [text.indexOf(AT), text.indexOf(ENCODED_AT)];
  while (at !== -1 || encoded !== -1) {
    const isPlain = encoded === -1 || (at !== -1 && at < encoded);
    const [index, behind] = isPlain ? [at, at + AT.length] : [encoded, encoded + ENCODED_AT.length];
    const end = endOfAddress(text, index, behind);
    if (end !== undefined) {
      const start = startOfLocal(text, index, done);
      if (start < index) {
        scrubbed += text.slice(done, start) + MARKS.email;
        done = end;
      }
    }
    const next = done > behind ? done : behind;
    if (isPlain) at = text.indexOf(AT, next);
    else encoded = text.indexOf(ENCODED_AT, next);
  }
  return done === 0 ? text : scrubbed + text.slice(done);
}

function plainCharacters(allowed: RegExp): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => allowed.test(String.fromCharCode(code)));
}

/** Where the address at an `@` ends; `undefined` where there is none. */
function endOfAddress(text: string, index: number, behind: number): number | undefined {
  if (index === 0 || behind >= text.length || !isDomainCharacter(text, behind)) return undefined;
  const end = endOfDomain(text, behind);
  const domain = text.slice(behind, end);
  // Most that is none has no dot, and costs no more than that.
  return domain.includes('.') && isMailDomain(domain) && !isPosition(text, end) ? end : undefined;
}

/** Other letters count only where there is no plain one: in Chinese no space ends the word before an address. */
function startOfLocal(text: string, at: number, least: number): number {
  const end = Math.max(least, at - LONGEST_LOCAL);
  let start = at;
  while (start > end && LOCAL[text.charCodeAt(start - 1)] === true) start -= 1;
  if (start < at) return start;
  while (start > end && OTHER_LETTER.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function isDomainCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < DOMAIN.length ? DOMAIN[code] === true : OTHER_LETTER.test(text.charAt(index));
}

function endOfDomain(text: string, start: number): number {
  const longest = Math.min(text.length, start + LONGEST_DOMAIN);
  let end = start;
  while (end < longest && isDomainCharacter(text, end)) end += 1;
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
