import { charactersOf, is } from './characters.js';
import { MARKS } from './marks.js';
import { isHarmless, isKnownSecretName, isSecretHeader, mayBeHarmless } from './secretNames.js';
import { positionLength } from './positionLength.js';
import type { Span } from './spans.js';

/** Matches part of every secret name. The name is the word around the match. */
const HINT =
  /pass|pwd|secret|token|auth|cookie|cred|key|jwt|cv[vc]|card|ssn|session|secur|bearer|otp|pin(?![abd-z])|mfa|sessid|connect\.sid/gi;
const IS_NAME = charactersOf(/[\w.-]/);
const LONGEST_NAME = 64;

/** End of a name, followed by `=`, `=>` or `:`. */
const SIGN = /(\\{0,3}["']|\])?[ \t]{0,3}(=>|[=:])[ \t]{0,3}/y;
/** Text between a name and its value in a list of fields or a tag: `"name":"password","value":"hunter2"`. */
const LISTED = /\\{0,3}["'](?:,\s{0,24}|\s{1,24})(?:\\{0,3}["'])?values?(?:\\{0,3}["'])?[ \t]{0,3}[:=][ \t]{0,3}/iy;
const BEGINS_SIGN = charactersOf(/[\\"'\] \t=:]/);
/** Values that are not secrets (absence), and comparison operators. */
const NOTHING = /(?:null|undefined|none|nil|true|false)\b|[=~>]/iy;
const BEGINS_NOTHING = charactersOf(/[nutf=~>]/i);
const QUOTE = /\\{0,3}["']/y;
const BEGINS_QUOTE = charactersOf(/["'\\]/);
const REST_OF_LINE = /[^\r\n"']*/y;
/** Values that contain a blank or bracket; all others end at one of these. */
const LONGER_VALUE = /(?:bearer|basic|digest)\s{1,3}[^\s&;,"'<>)}\]]*|\[[^\]\s]{0,64}\]/iy;
const BEGINS_LONGER = charactersOf(/[bd[]/i);
const ENDS_VALUE = charactersOf(/[\s&;,"'<>)}\]]/);

/** Characters before a parameter of a URL. In a stack, line and column follow the last parameter. */
const BEGINS_PARAMETER = charactersOf(/[?&;#]/);
const LONGEST_HARMLESS = 16;
/** A count, in text that does not mark numbers. */
const COUNT = /\d{1,3}/y;
const BEGINS_COUNT = charactersOf(/\d/);
const ENDS_LINE = charactersOf(/[\r\n"']/);
/** A serialized object, also inside a string: its first name or its end. */
const OBJECT = /\{(?:\s|\\{1,3}[nrt]){0,24}(?:\\{0,3}["']|\})/y;
const BEGINS_OBJECT = charactersOf(/\{/);

/**
 * Finds the values of `name=value`, `"name":"value"` and `Name: value` whose name is a secret's. Linear time: no
 * character belongs to two names.
 */
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

/** Returns start and end of the value that belongs to the name; `undefined` if it has none or is not a secret. */
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
  /** Start after its opening quote; `start` if it has none. */
  readonly quoted: number;
  /** Whether it certainly belongs to its name. */
  readonly isNamed: boolean;
}

/** Returns the sign between the name that ends at `nameEnd` and its value. */
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

/**
 * Returns start (after its quote) and end of the value at `start`; both are equal if there is none. @param isNamed it
 * certainly belongs to its name
 */
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
 * Returns the end of a quoted value whose opening quote follows `backslashes` backslashes: the next quote of the same
 * kind with no more backslashes, otherwise the end of the line, because the next line is not part of the value.
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
 * Whether the value is harmless as a whole. It does not search for the end of the value: other names may follow
 * inside it, so that would be quadratic.
 */
function isNoSecret(name: string, text: string, value: Value): boolean {
  const { quoted } = value;
  if (!mayBeHarmless(name)) return false;
  if (is(BEGINS_OBJECT, text, quoted)) return at(OBJECT, text, quoted) > quoted && isHarmless(name, {});
  if (!is(BEGINS_COUNT, text, quoted)) return isHarmless(name, text.slice(quoted, quoted + LONGEST_HARMLESS));
  const end = at(COUNT, text, quoted);
  return isEndOf(value, text, end) && isHarmless(name, Number(text.slice(quoted, end)));
}

/** Whether the value ends at `index`: a quoted value at a matching quote, a header's value at the end of its line. */
function isEndOf({ start, quoted, isNamed }: Value, text: string, index: number): boolean {
  if (quoted > start) return text.startsWith(text.slice(start, quoted), index);
  return index >= text.length || is(isNamed ? ENDS_VALUE : ENDS_LINE, text, index);
}

/** Returns the end of the match of a sticky expression at `start`; `start` if it does not match. */
function at(expression: RegExp, text: string, start: number): number {
  expression.lastIndex = start;
  return expression.test(text) ? expression.lastIndex : start;
}
