const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** `{`, `[`, `}` and `]` are two pairs that differ in this bit. */
const LOWER = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** What a JSON text would become, known before anything is built from it. */
export interface JsonScan {
  /** Deepest nesting; an object or array of plain values is 1. */
  readonly depth: number;
  /** Commas, colons and opening brackets: about as many as values and keys. */
  readonly values: number;
}

/** Where a scan ends early: beyond either bound the text is refused, however it goes on. */
export interface ScanBounds {
  readonly maxJsonDepth: number;
  readonly maxJsonValues: number;
}

/**
 * Measures a JSON text in one pass over its bytes, without recursion, until it is through or beyond a bound: a parser
 * handed ten million brackets takes a gigabyte and seconds. For what is no JSON the answer means nothing.
 */
export function scanJson(bytes: Buffer, { maxJsonDepth, maxJsonValues }: ScanBounds): JsonScan {
  const { length } = bytes;
  let level = 0;
  let depth = 0;
  let values = 0;
  let at = 0;
  while (at < length && depth <= maxJsonDepth && values <= maxJsonValues) {
    const byte = bytes[at] ?? 0;
    at += 1;
    if (byte === QUOTE) {
      at = afterString(bytes, at);
    } else if (byte === COMMA || byte === COLON) {
      values += 1;
    } else if ((byte | LOWER) === OPEN) {
      values += 1;
      level += 1;
      if (level > depth) depth = level;
    } else if ((byte | LOWER) === CLOSE) {
      level -= 1;
    }
  }
  return { depth, values };
}

/** The position behind the quote that closes the string which begins at `from`, or behind the end of the text. */
function afterString(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return at;
}
