import type { PausableTask } from '@sluice/runtime';

/** Kinds of characters outside strings. Characters beyond the table have no kind. */
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

/** Length of `events` with each letter escaped. */
const LONGEST_KEY = 36;

/** Longest number or indentation, in characters, of a compact text. */
const LONGEST_GAP = 64;

/** Measurements of a JSON text, taken before it is parsed. */
export interface JsonScan {
  /** Deepest nesting; an object or array of plain values is 1. */
  readonly depth: number;
  /** Commas, colons and opening brackets: about as many as values and keys. */
  readonly values: number;
  /** UTF-16 units of the longest string or key including escapes: an upper bound. */
  readonly longestString: number;
  /**
   * Start and end positions of the elements of the outer object's `"events"`, in order, white space included. The last of
   * several members with that name counts, as in parsers. Empty if a key of the outer object has escapes. An empty array has
   * one empty element.
   */
  readonly events: readonly number[];
  /**
   * Whether serializing the value again would yield about the same text. False if a number has an exponent (it may be infinite,
   * which is serialized as `null`, or expand to twenty digits) or hundreds of digits, or if much of the text is white space.
   */
  readonly isCompact: boolean;
}

/** Bounds beyond which a text is refused; a scan ends there. */
export interface ScanBounds {
  readonly maxJsonDepth: number;
  readonly maxJsonValues: number;
}

/** Measures a JSON text without a pause: see {@link scanInSteps}. */
export function scanJson(text: string, bounds: ScanBounds): JsonScan {
  const state = newState();
  advance(state, text, { ...bounds, until: text.length });
  return resultOf(state, text.length);
}

/** Characters that are scanned between two pauses, in 2 to 7 ms. */
const STEP = 1_048_576;

/**
 * Measures a JSON text in one pass, without recursion, up to its end or a bound, and yields between steps. Without this check, ten
 * million brackets cost the parser a gigabyte and seconds. The result is meaningless for invalid JSON.
 */
export function* scanInSteps(text: string, bounds: ScanBounds): PausableTask<JsonScan> {
  const state = newState();
  for (let until = STEP; advance(state, text, { ...bounds, until: Math.min(until, text.length) }); until += STEP) yield;
  return resultOf(state, text.length);
}

/** How far a scan has come. */
interface ScanState {
  at: number;
  level: number;
  depth: number;
  values: number;
  longestString: number;
  /** Start and end of the last string; it is a key if a colon follows. */
  stringStart: number;
  stringEnd: number;
  isEvents: boolean;
  events: number[];
  /** End of the last token that is not a number, literal or white space; and the number of characters of these three. */
  end: number;
  loose: number;
  isOdd: boolean;
}

const newState = (): ScanState => ({
  at: 0,
  level: 0,
  depth: 0,
  values: 0,
  longestString: 0,
  stringStart: 0,
  stringEnd: 0,
  isEvents: false,
  events: [],
  end: 0,
  loose: 0,
  isOdd: false,
});

const resultOf = ({ depth, values, longestString, events, isOdd, loose }: ScanState, length: number): JsonScan => ({
  depth,
  values,
  longestString,
  events,
  isCompact: !isOdd && 2 * loose <= length,
});

/** Scans up to a position, or to a bound. Returns whether there is more to scan. */
function advance(
  state: ScanState,
  text: string,
  { maxJsonDepth, maxJsonValues, until }: ScanBounds & { readonly until: number },
): boolean {
  let { at, level, depth, values, longestString, stringStart, stringEnd, isEvents, events, end, loose, isOdd } = state;
  while (at < until && depth <= maxJsonDepth && values <= maxJsonValues) {
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
        // A colon: the last string is a key of the outer object.
        const key = stringEnd - stringStart > LONGEST_KEY ? '' : text.slice(stringStart, stringEnd);
        isEvents = key === 'events';
        // An escaped key may be `events`, too: then no position is known.
        if (isEvents || key.includes('\\')) events = [];
      }
    }
    end = at;
  }
  Object.assign(state, { at, level, depth, values, longestString, stringStart, stringEnd });
  Object.assign(state, { isEvents, events, end, loose, isOdd });
  return at < text.length && depth <= maxJsonDepth && values <= maxJsonValues;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** Returns the position of the quote that closes the string from `from`, or the end of the text. */
export function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && isEscaped(text, at, from)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

/** Whether an odd number of backslashes precedes a character. */
function isEscaped(text: string, at: number, from: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
