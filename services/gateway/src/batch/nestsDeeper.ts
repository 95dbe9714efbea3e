const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `{`, `[`, `}` and `]` are two pairs that differ in this bit. */
const LOWER = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Whether a JSON text is nested deeper than `max`: one pass over its bytes, without recursion, before anything is built
 * from it, as a parser handed ten million brackets takes a gigabyte. For what is no JSON the answer means nothing.
 */
export function nestsDeeper(bytes: Buffer, max: number): boolean {
  const { length } = bytes;
  let depth = 0;
  let at = 0;
  while (at < length) {
    const byte = bytes[at] ?? 0;
    at += 1;
    if (byte === QUOTE) {
      at = afterString(bytes, at);
    } else if ((byte | LOWER) === OPEN) {
      depth += 1;
      if (depth > max) return true;
    } else if ((byte | LOWER) === CLOSE) {
      depth -= 1;
    }
  }
  return false;
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
