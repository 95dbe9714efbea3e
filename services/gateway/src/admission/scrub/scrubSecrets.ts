import { isSecretName } from './isSecretName.js';
import { MARKS } from './marks.js';

/** User and password of an address. Neither side of it holds a slash, so that no two looks overlap. */
const URL_CREDENTIALS = /:\/\/[^\s/?#"'<>\\]{1,512}@/g;
/** Tokens that say what they are: of `Authorization: Bearer`, JSON Web Tokens, our own. */
const TOKENS = /(?<=\bbearer\s{1,3})[\w.~+/=-]{16,}|(?<![\w-])(?:eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|slp_[\w-]{43})/gi;

/** `text` without what opens something: credentials in addresses, tokens that are known by their form, `name=value`. */
export function scrubSecrets(text: string): string {
  const plain = text.includes('://') ? text.replace(URL_CREDENTIALS, `://${MARKS.secret}@`) : text;
  return scrubAssignments(plain.replace(TOKENS, MARKS.secret));
}

/** A name with what closes it, then `=`, `=>` or `:`. Begins only where a name begins: linear. */
const NAME = /(?<![\w.-])([\w.-]{1,64})(\\{0,3}["']|\])?[ \t]{0,3}(=>|[=:])[ \t]{0,3}/g;
/** Headers that logs show as `Name: value`; in other prose a colon says nothing (`invalid token: expired`). */
const HEADER = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]+)$/i;
/** Not a secret, but the lack of one, or a comparison. */
const NOTHING = /(?:null|undefined|none|nil|true|false)\b|[=~>]/iy;
const QUOTE = /\\{0,3}["']/y;
const REST_OF_LINE = /[^\r\n"']*/y;
const VALUE = /(?:(?:bearer|basic|digest)\s{1,3})?(?:\[[^\]\s]{0,64}\]|[^\s&;,"'<>)}\]]*)/iy;

function scrubAssignments(text: string): string {
  if (!/[=:]/.test(text)) return text;
  let scrubbed = '';
  let done = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const [, name = '', closing, sign] = match;
    if (!isSecretName(name)) continue;
    const isNamed = sign === '=' || (sign === ':' && closing !== undefined && closing !== ']');
    const [start, end] = valueAt(text, NAME.lastIndex, { isNamed, name });
    if (end === start) continue;
    scrubbed += text.slice(done, start) + MARKS.secret;
    done = end;
    NAME.lastIndex = end;
  }
  return done === 0 ? text : scrubbed + text.slice(done);
}

/** Where the value at `start` begins, behind its quote, and ends; both the same where none is. @param isNamed it surely belongs to its name */
function valueAt(
  text: string,
  start: number,
  { isNamed, name }: { isNamed: boolean; name: string },
): readonly [start: number, end: number] {
  if (at(NOTHING, text, start) > start) return [start, start];
  const quoted = at(QUOTE, text, start);
  if (quoted > start) return [quoted, endOfQuoted(text, quoted, text.slice(start, quoted))];
  if (isNamed) return [start, at(VALUE, text, start)];
  return [start, HEADER.test(name) ? at(REST_OF_LINE, text, start) : start];
}

/** The end of what `opening` opened, the closing quote left out; everything where none closes it. */
function endOfQuoted(text: string, start: number, opening: string): number {
  for (let from = start; ;) {
    const end = text.indexOf(opening, from);
    if (end === -1) return text.length;
    if (opening.length > 1 || text.charAt(end - 1) !== '\\') return end;
    from = end + 1;
  }
}

/** Where a sticky expression that matches at `start` ends, else `start`. */
function at(expression: RegExp, text: string, start: number): number {
  expression.lastIndex = start;
  return expression.test(text) ? expression.lastIndex : start;
}
