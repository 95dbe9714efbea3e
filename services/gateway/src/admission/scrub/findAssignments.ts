import { charactersOf, is } from './characters.js';
import { MARKS } from './marks.js';
import { isHarmless, isKnownSecretName, isSecretHeader, mayBeHarmless } from './secretNames.js';
import { positionLength } from './positionLength.js';
import type { Span } from './spans.js';

/** What no name of a secret is without. What stands around it is the name. */
const HINT =
  /pass|pwd|secret|token|auth|cookie|cred|key|jwt|cv[vc]|card|ssn|session|secur|bearer|otp|pin(?![abd-z])|mfa|sessid|connect\.sid/gi;
const IS_NAME = charactersOf(/[\w.-]/);
const LONGEST_NAME = 64;

/** What closes a name, then `=`, `=>` or `:`. */
const SIGN = /(\\{0,3}["']|\])?[ \t]{0,3}(=>|[=:])[ \t]{0,3}/y;
/** What stands between a name and its value in a list of fields, or in a tag: `"name":"password","value":"hunter2"`. */
const LISTED = /\\{0,3}["'](?:,\s{0,24}|\s{1,24})(?:\\{0,3}["'])?values?(?:\\{0,3}["'])?[ \t]{0,3}[:=][ \t]{0,3}/iy;
const BEGINS_SIGN = charactersOf(/[\\"'\] \t=:]/);
/** Not a secret, but the lack of one, or a comparison. */
const NOTHING = /(?:null|undefined|none|nil|true|false)\b|[=~>]/iy;
const BEGINS_NOTHING = charactersOf(/[nutf=~>]/i);
const QUOTE = /\\{0,3}["']/y;
const BEGINS_QUOTE = charactersOf(/["'\\]/);
const REST_OF_LINE = /[^\r\n"']*/y;
/** Values with a blank or a bracket in them; all others end at one of these. */
const LONGER_VALUE = /(?:bearer|basic|digest)\s{1,3}[^\s&;,"'<>)}\]]*|\[[^\]\s]{0,64}\]/iy;
const BEGINS_LONGER = charactersOf(/[bd[]/i);
const ENDS_VALUE = charactersOf(/[\s&;,"'<>)}\]]/);

/** What begins a parameter of an address: in a stack, line and column follow its last one. */
const BEGINS_PARAMETER = charactersOf(/[?&;#]/);
const LONGEST_HARMLESS = 16;
/** How often something passed, in a text that does not say whether it is a number. */
const COUNT = /\d{1,3}/y;
const BEGINS_COUNT = charactersOf(/\d/);
const ENDS_LINE = charactersOf(/[\r\n"']/);
/** An object that is described, also in a text within a text: its first name, or its end. */
const OBJECT = /\{(?:\s|\\{1,3}[nrt]){0,24}(?:\\{0,3}["']|\})/y;
const BEGINS_OBJECT = charactersOf(/\{/);

/** The values of `name=value`, `"name":"value"` and `Name: value` where the name is a secret's. Linear: no character is in two names. */
export function findAssignments(text: string): readonly Span[] {
  const spans: Span[] = [];
  let done = 0;
  HINT.lastIndex = 0;
  for (let match = HINT.exec(text); match !== null; match = HINT.exec(text)) {
    let start = match.index;
    while (start > done && is(IS_NAME, text, start - 1)) start -= 1;
    let end = HINT.lastIndex;
    while (is(IS_NAME, text, end)) end += 1;
    const value = end - start > LONGEST_NAME ? undefined : valueBehind(text, start, end);
    if (value !== undefined) spans.push({ start: value[0], end: value[1], mark: MARKS.secret });
    done = value?.[1] ?? end;
    HINT.lastIndex = done;
  }
  return spans;
}

/** Where the value of the name that stands there begins and ends; `undefined` where there is none, or no secret. */
function valueBehind(text: string, nameStart: number, nameEnd: number): readonly [number, number] | undefined {
  const sign = is(BEGINS_SIGN, text, nameEnd) ? signAt(text, nameEnd) : undefined;
  if (sign === undefined) return undefined;
  const name = text.slice(nameStart, nameEnd);
  if (!isKnownSecretName(name)) return undefined;
  const [start, end] = valueAt(text, sign.end, { name, isNamed: sign.isNamed });
  const isParameter = is(BEGINS_PARAMETER, text, nameStart - 1);
  const last = isParameter ? end - positionLength(text, start, end) : end;
  return last === start ? undefined : [start, last];
}

interface Value {
  readonly start: number;
  /** Where it begins behind its quote; `start` where it has none. */
  readonly quoted: number;
  /** Whether it surely belongs to its name. */
  readonly isNamed: boolean;
}

/** What connects a name that ends there with its value. */
function signAt(text: string, nameEnd: number): { readonly end: number; readonly isNamed: boolean } | undefined {
  SIGN.lastIndex = nameEnd;
  const found = SIGN.exec(text);
  if (found === null) {
    const end = at(LISTED, text, nameEnd);
    return end === nameEnd ? undefined : { end, isNamed: true };
  }
  const [whole, closing, sign] = found;
  const isNamed = sign === '=' || (sign === ':' && closing !== undefined && closing !== ']');
  return { end: nameEnd + whole.length, isNamed };
}

/** Where the value at `start` begins, behind its quote, and ends; both the same where none is. @param isNamed it surely belongs to its name */
function valueAt(
  text: string,
  start: number,
  { name, isNamed }: { name: string; isNamed: boolean },
): readonly [start: number, end: number] {
  if (is(BEGINS_NOTHING, text, start) && at(NOTHING, text, start) > start) return [start, start];
  const quoted = is(BEGINS_QUOTE, text, start) ? at(QUOTE, text, start) : start;
  if (isNoSecret(name, text, { start, quoted, isNamed })) return [start, start];
  if (quoted > start) return [quoted, endOfQuoted(text, quoted, quoted - start - 1)];
  if (isNamed) return [start, endOfValue(text, start)];
  return [start, isSecretHeader(name) ? at(REST_OF_LINE, text, start) : start];
}

function endOfValue(text: string, start: number): number {
  const longer = is(BEGINS_LONGER, text, start) ? at(LONGER_VALUE, text, start) : start;
  if (longer > start) return longer;
  let end = start;
  while (end < text.length && !is(ENDS_VALUE, text, end)) end += 1;
  return end;
}

/**
 * Where a quote ends that so many backslashes stand before: at one like it with no more of them, else at the end of the
 * line, as what follows below is not its value.
 */
function endOfQuoted(text: string, start: number, backslashes: number): number {
  const quote = text.charAt(start - 1);
  let before = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\n' || character === '\r') return index;
    const isClosing = backslashes === 0 ? before % 2 === 0 : before <= backslashes;
    if (character === quote && isClosing) return index - (backslashes === 0 ? 0 : before);
    before = character === '\\' ? before + 1 : 0;
  }
  return text.length;
}

/**
 * Whether the whole value is none of a secret. Its end is not looked for: that would be quadratic, as another name may follow
 * within it.
 */
function isNoSecret(name: string, text: string, value: Value): boolean {
  const { quoted } = value;
  if (!mayBeHarmless(name)) return false;
  if (is(BEGINS_OBJECT, text, quoted)) return at(OBJECT, text, quoted) > quoted && isHarmless(name, {});
  if (!is(BEGINS_COUNT, text, quoted)) return isHarmless(name, text.slice(quoted, quoted + LONGEST_HARMLESS));
  const end = at(COUNT, text, quoted);
  return isEndOf(value, text, end) && isHarmless(name, Number(text.slice(quoted, end)));
}

/** Whether a value ends at `index`: in quotes at one like the first, a header's at the end of its line. */
function isEndOf({ start, quoted, isNamed }: Value, text: string, index: number): boolean {
  if (quoted > start) return text.startsWith(text.slice(start, quoted), index);
  return index >= text.length || is(isNamed ? ENDS_VALUE : ENDS_LINE, text, index);
}

/** Where a sticky expression that matches at `start` ends, else `start`. */
function at(expression: RegExp, text: string, start: number): number {
  expression.lastIndex = start;
  return expression.test(text) ? expression.lastIndex : start;
}
