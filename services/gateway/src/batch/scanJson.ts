/** Kinds of characters outside of strings; whatever is behind the table is as good as none of them. */
const QUOTE = 1;
const COMMA = 2;
const COLON = 3;
const OPEN = 4;
const CLOSE = 5;
const EXPONENT = 6;
const KINDS = new Uint8Array(128);
for (const [kind, text] of [
  [QUOTE, '"'],
  [COMMA, ','],
  [COLON, ':'],
  [OPEN, '{['],
  [CLOSE, '}]'],
  [EXPONENT, 'eE'],
] as const) {
  for (const character of text) KINDS[character.charCodeAt(0)] = kind;
}

const BACKSLASH = 0x5c;

/** `events`, each letter an escape. */
const LONGEST_KEY = 36;

/** Characters of the longest number that anybody writes, or of an indentation. */
const LONGEST_GAP = 64;

/** What a JSON text would become, known before anything is built from it. */
export interface JsonScan {
  /** Deepest nesting; an object or array of plain values is 1. */
  readonly depth: number;
  /** Commas, colons and opening brackets: about as many as values and keys. */
  readonly values: number;
  /** UTF-16 units of the longest string or key, as it is written: no fewer than it has. */
  readonly longestString: number;
  /**
   * Where the elements of the outer object's `"events"` stand: beginning and end, of one after another, white space
   * included. Of several members of that name the last, as parsers have it; empty where the key is written
   * with escapes. An empty array has one empty element.
   */
  readonly events: readonly number[];
  /**
   * Whether to write it anew would change little. Not so where a number has an exponent (it may lie beyond all bounds, which is
   * written as `null`, or be short for twenty digits) or hundreds of digits, and where much of it is white space.
   */
  readonly isCompact: boolean;
}

/** Where a scan ends early: beyond either bound the text is refused, however it goes on. */
export interface ScanBounds {
  readonly maxJsonDepth: number;
  readonly maxJsonValues: number;
}

/**
 * Measures a JSON text in one pass, without recursion, until it is through or beyond a bound: a parser handed ten
 * million brackets takes a gigabyte and seconds. For what is no JSON the answer means nothing.
 */
export function scanJson(text: string, { maxJsonDepth, maxJsonValues }: ScanBounds): JsonScan {
  const { length } = text;
  let level = 0;
  let depth = 0;
  let values = 0;
  let longestString = 0;
  let at = 0;
  /** Where the string that ended last begins and ends: a key, where a colon follows. */
  let stringStart = 0;
  let stringEnd = 0;
  let isEvents = false;
  let events: number[] = [];
  /** Behind what came last that is neither number, word nor white space; of these, how many characters there are. */
  let end = 0;
  let loose = 0;
  let isOdd = false;
  while (at < length && depth <= maxJsonDepth && values <= maxJsonValues) {
    const kind = KINDS[text.charCodeAt(at)];
    at += 1;
    if (kind === 0 || kind === undefined) continue;
    if (kind === EXPONENT) {
      isOdd ||= isDigit(text, at - 2);
      continue;
    }
    loose += at - 1 - end;
    isOdd ||= at - 1 - end > LONGEST_GAP;
    if (kind === QUOTE) {
      stringStart = at;
      stringEnd = endOfString(text, at);
      if (stringEnd - stringStart > longestString) longestString = stringEnd - stringStart;
      at = stringEnd + 1;
    } else if (kind === CLOSE) {
      if (isEvents && level === 2) events.push(at - 1);
      level -= 1;
    } else {
      values += 1;
      if (kind === OPEN) {
        level += 1;
        if (level > depth) depth = level;
        if (isEvents && level === 2) events.push(at);
      } else if (kind === COMMA) {
        if (isEvents && level === 2) events.push(at - 1, at);
      } else if (level === 1) {
        // A colon: what came before it is a key of the outer object.
        const key = stringEnd - stringStart > LONGEST_KEY ? '' : text.slice(stringStart, stringEnd);
        isEvents = key === 'events';
        // Escapes may say the same: then nothing is known any more.
        if (isEvents || key.includes('\\')) events = [];
      }
    }
    end = at;
  }
  return { depth, values, longestString, events, isCompact: !isOdd && 2 * loose <= length };
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** The position of the quote that closes the string which begins at `from`, or the end of the text. */
function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && isEscaped(text, at, from)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

/** Whether an odd number of backslashes stands before a character. */
function isEscaped(text: string, at: number, from: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
