import { CLOSE_ARRAY, COMMA, OPEN_ARRAY, QUOTE, type JsonScanner } from './jsonScanner.js';

const NOTHING = new Uint32Array(0);

/**
 * Lazy access to the elements of a JSON array by index: an element is decoded only when requested, and millions of
 * empty ones cost four bytes each. The array must have been validated.
 */
export class JsonArray {
  readonly #positions: Uint32Array;

  /** @param from position of the `[`; any other character, or `undefined`, means an empty array */
  constructor(
    readonly scanner: JsonScanner,
    from: number | undefined,
  ) {
    this.#positions = from === undefined || scanner.bytes[from] !== OPEN_ARRAY ? NOTHING : index(scanner, from);
  }

  get length(): number {
    return this.#positions.length;
  }

  /** Returns the start of an element; `undefined` beyond the end. */
  position(index: number): number | undefined {
    return this.#positions[index];
  }

  /** Returns the number of bytes of an element in the map. */
  bytesOf(index: number): number {
    const from = this.#positions[index];
    return from === undefined ? 0 : this.scanner.skipValue(from) - from;
  }

  /** Returns an element as text: a string as its value, `null` as `null`, anything else as its JSON. */
  text(index: number): string | null {
    const from = this.#positions[index];
    if (from === undefined) return null;
    const { scanner } = this;
    const to = scanner.skipValue(from);
    if (scanner.bytes[from] === QUOTE) return scanner.textAt(from, to);
    const json = scanner.bytes.toString('utf8', from, to);
    return json === 'null' ? null : json;
  }

  /** Returns an element's {@link text} in UTF-8; empty for `null`. */
  utf8(index: number): Buffer {
    const from = this.#positions[index];
    if (from === undefined) return Buffer.alloc(0);
    const { bytes } = this.scanner;
    const to = this.scanner.skipValue(from);
    const inner = bytes.subarray(from + 1, to - 1);
    if (bytes[from] === QUOTE && !inner.includes(0x5c)) return inner;
    return Buffer.from(this.text(index) ?? '', 'utf8');
  }
}

function index(scanner: JsonScanner, from: number): Uint32Array {
  let count = 0;
  walk(scanner, from, () => (count += 1));
  const positions = new Uint32Array(count);
  let next = 0;
  walk(scanner, from, (position) => {
    positions[next] = position;
    next += 1;
  });
  return positions;
}

function walk(scanner: JsonScanner, from: number, visit: (position: number) => void): void {
  let at = scanner.skipSpace(from + 1);
  if (scanner.bytes[at] === CLOSE_ARRAY) return;
  for (;;) {
    visit(at);
    at = scanner.skipSpace(scanner.skipValue(at));
    if (scanner.bytes[at] !== COMMA) return;
    at = scanner.skipSpace(at + 1);
  }
}
