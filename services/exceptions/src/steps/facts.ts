import { STATUSES } from './statuses.js';

/** A URL; those of references say by their end which error it is. */
const URL = /\bhttps?:\/\/[^\s"'<>]+/gi;
const REFERENCE =
  /^https?:\/\/(?:[\w-]{1,20}\.)?(?:vuejs\.org\/error-reference\/#|svelte\.dev\/e\/|nextjs\.org\/docs\/messages\/|react\.dev\/errors\/|reactjs\.org\/docs\/error-decoder(?:\.html)?\?invariant=|redux\.js\.org\/errors\?code=|mui\.com\/production-error\/\?code=|lexical\.dev\/docs\/error\?code=|angular\.(?:io|dev)\/errors\/|go\.apollo\.dev\/c\/err#\S{0,120}?message%22%3A|github\.com\/styled-components\/[\w./-]{1,120}errors\.md#)([\w-]{1,80})/i;

/** Codes, most of them behind the word for what they are. */
const CODES: readonly RegExp[] = [
  // `Minified React error #418`, `Invariant Violation: 12`
  /\bMinified [\w.-]{1,30} error #\d{1,5}/gi,
  /\bInvariant Violation: \d{1,4}\b/g,
  // Next.js: `NEXT_HTTP_ERROR_FALLBACK;404`
  /\bNEXT_[A-Z_]{1,40};\d{3}\b/g,
  // Angular, TypeScript, Prisma, MongoDB, Oracle, Azure, PostgREST, Node's deprecations
  /\b(?:NG\d{3,6}|TS\d{4,5}|P[1-6]0\d\d|E1[01]\d{3}|ORA-\d{5}|AADSTS\d{4,7}|PGRST\d{3}|DEP0\d{3}|MSB\d{4})\b/g,
  // Constants: `ERR_HTTP2_STREAM_ERROR`
  /\b(?:ERR|EAI|NS_ERROR|WSA|SSL|ORT|HPE|UND_ERR)_[A-Z0-9_]{2,60}/g,
  /\bSQLSTATE\b[^\w\n]{0,3}[0-9A-Z]{5}\b/gi,
  /\berrno\b[^\w\n]{0,3}-?\d{1,5}\b/gi,
  // `error code 1006`, `exited with code 137`, `Code: \`42P01\``, `CODE:4`
  /\b(?:error|exit|exited|status|close|closed|response|result|return|failure|reason|server|http)[ _-]?(?:with )?(?:the )?code\b[^\w\n]{0,4}\d{1,5}\b/gi,
  /\bCode:? ?[`'"][0-9A-Z]{5}[`'"]/g,
  /(?:\bCODE:|\(Code: )\d{1,4}\b/g,
  ...STATUSES,
];

/** A name of the program after the word for what it names; its quotation marks are part of the fact. */
const NAMED = /\b(?:argument|fields?:?|column|constraint|table|relation) \(?["'`][A-Za-z_$][\w$.]{0,60}["'`]/gi;

/** Characters of facts, except letters, are moved here, where no rule for variable parts finds them. */
const SHIELD = 0xe000;

const shield = (fact: string): string =>
  fact.replace(/[!-@[-`{-~]/g, (character) => String.fromCharCode(SHIELD + character.charCodeAt(0)));

const quotes = (fact: string): string => fact.replace(/["'`]/g, shield);

/**
 * Hides the facts of a message from the rules that remove its variable parts: codes of errors and frameworks, statuses of HTTP, and
 * quoted names of the program. {@link restoreFacts} shows them again.
 */
export function shieldFacts(line: string): string {
  const linked = line.replace(URL, (url) => {
    const code = REFERENCE.exec(url);
    return code === null ? '<url>' : shield(`<url>#${code[1] ?? ''}`);
  });
  return CODES.reduce((text, pattern) => text.replace(pattern, shield), linked).replace(NAMED, quotes);
}

/** Whether a quoted value is a code. */
export const isCode = (value: string): boolean => /^[A-Z]*[\ue021-\ue07e][A-Z\ue021-\ue07e]*$/.test(value);

/** Returns a message with its facts as they were. */
export const restoreFacts = (text: string): string =>
  text.replace(/[\ue021-\ue07e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - SHIELD));
