import { charactersOf, is } from './characters.js';

/** Matches part of every secret name: a fast no for nearly all names. */
const HINT =
  /pass|pwd|secret|token|auth|cookie|cred|key|jwt|cv[vc]|card|ssn|session|secur|bearer|otp|pin(?![abd-z])|mfa|sessid|connect\.sid/i;

/** Words that make a name a secret at any position. Digits at the end of a word are ignored. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'pass passwords passphrase passcode pwd secrets authorization cookie cookies credential credentials bearer ' +
    'apikeys jwt cvv cvc ssn privatekey secretkey accesskey setcookie sessionid jsessionid phpsessid'
  ).split(' '),
);

/** Pairs of words that make a name a secret: the last word (also in plural) and the possible first words. */
const PAIRS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['key', new Set('api private secret access signing encryption session'.split(' '))],
  ['token', new Set('access refresh auth id session api bearer csrf xsrf oauth reset device push'.split(' '))],
  ['number', new Set(['card', 'pin'])],
  ['code', new Set(['security', 'otp', 'totp', 'mfa', 'pin'])],
  ['security', new Set(['social'])],
  ['cookie', new Set(['session'])],
  ['sid', new Set(['connect'])],
]);
const SHORTEST_SECOND = 'key'.length;

/**
 * Suffixes of one word: `PGPASSWORD`, `csrfmiddlewaretoken`. Plural tokens belong to language models, except those in
 * `PAIRS`.
 */
const ENDING = /(?:passwords?|passwd|secrets?|token|apikey)$/;
const SHORTEST_ENDING = 'token'.length;

/**
 * Words that make a name a secret only at the end: `X-Auth` but not `auth.method`; `laravel_session` but not
 * `session.id`.
 */
const LAST: ReadonlySet<string> = new Set(['auth', 'otp', 'totp', 'pin', 'session']);

/** Last words that describe a secret instead of containing it: `token_count`, `passwordChangedAt`. */
const ABOUT: ReadonlySet<string> = new Set(
  (
    'count type length limit size at in enabled required valid policy strength name names expires expiry budget usage ' +
    'status id hint field consent endpoint uri'
  ).split(' '),
);

/** A session cookie that ends in a word of {@link ABOUT}. Other session ids are telemetry and used for joins. */
const SESSION_OF_ASP = /(?<![A-Za-z0-9])asp\.net_sessionid$/i;

/** Longer names are cut: names come from clients, and no secret name is that long. */
const LONGEST_NAME = 128;

/**
 * Whether a value under this name is a secret: `password2`, `X-Api-Key`, `db.clientSecret`, `JWTToken`. Names are
 * split into words, so `tokens` (of a language model), `passenger` and `author` are not secrets.
 */
export function isSecretName(name: string): boolean {
  if (!HINT.test(name)) return false;
  const words = wordsOf(name.slice(0, LONGEST_NAME));
  const last = words.at(-1);
  if (last === undefined) return false;
  // `OAuth` is a protocol.
  if (LAST.has(last)) return last !== 'auth' || words.at(-2) !== 'o';
  if (words.length > 1 && ABOUT.has(last) && !isPair(words.at(-2), last)) return SESSION_OF_ASP.test(name);
  return words.some((word, index) => isSecretWord(word) || isPair(words[index - 1], word));
}

const isSecretWord = (word: string): boolean =>
  WORDS.has(word) || (word.length >= SHORTEST_ENDING && ENDING.test(word));

function isPair(first: string | undefined, second: string): boolean {
  if (first === undefined || second.length < SHORTEST_SECOND) return false;
  return PAIRS.get(second.endsWith('s') ? second.slice(0, -1) : second)?.has(first) === true;
}

/**
 * Splits a name into lower-case words without trailing digits. A capital starts a new word, and so does the last of
 * several capitals before a lower-case letter: `DB` and `Password`.
 */
function wordsOf(name: string): readonly string[] {
  const words: string[] = [];
  let start = 0;
  for (let end = 1; end <= name.length; end += 1) {
    if (end < name.length && !isBetweenWords(name, end)) continue;
    const word = withoutDigits(name, start, end);
    if (word !== '') words.push(word);
    start = end;
  }
  return words;
}

const CAPITALS = charactersOf(/[A-Z]/);
const SMALL = charactersOf(/[a-z0-9]/);
const DIGITS = charactersOf(/\d/);
const BETWEEN = charactersOf(/[^A-Za-z0-9]/);
const isOther = (name: string, index: number): boolean => name.charCodeAt(index) >= CAPITALS.length;

function isBetweenWords(name: string, index: number): boolean {
  if (is(CAPITALS, name, index)) return !is(CAPITALS, name, index - 1) || is(SMALL, name, index + 1);
  if (is(SMALL, name, index)) return !is(SMALL, name, index - 1) && !is(CAPITALS, name, index - 1);
  return is(BETWEEN, name, index) || !isOther(name, index - 1);
}

function withoutDigits(name: string, from: number, to: number): string {
  const start = is(BETWEEN, name, from) ? from + 1 : from;
  let end = to;
  while (end > start && is(DIGITS, name, end - 1)) end -= 1;
  return name.slice(start, end).toLowerCase();
}
