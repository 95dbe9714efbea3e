/** What one pass over the bytes of a JSON text tells about every value in it. */
export interface JsonScan {
  /** Deepest nesting; the outermost object or array is 1. */
  readonly depth: number;
  /** Bytes of the longest string or key, as written: never less than its UTF-16 units. */
  readonly longestString: number;
  /** Whether a string may hold a NUL or a lone surrogate, or a key may be `__proto__`. */
  readonly suspicious: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Scans a JSON text, in time linear in its bytes and without recursion, before anything is built from it: a parser
 * handed ten million brackets takes a gigabyte. Ends early beyond `maxDepth`. What is no JSON gives any result.
 */
export function scanJson(bytes: Buffer, maxDepth: number): JsonScan {
  let depth = 0;
  let deepest = 0;
  let longest = 0;
  const { length } = bytes;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at + 1);
      if (end - at - 1 > longest) longest = end - at - 1;
      at = end;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (depth > maxDepth) break;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return { depth: deepest, longestString: longest, suspicious: isSuspicious(bytes) };
}

/** Position of the quote that closes the string which begins at `from`, or the end of the text. */
function endOfString(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return length;
}

/** Raw NULs are no JSON and broken UTF-8 is replaced on decoding, so that only an escape can bring either. */
const isSuspicious = (bytes: Buffer): boolean => bytes.includes('\\u') || bytes.includes('__proto__');
