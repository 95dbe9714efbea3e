import { InvalidMapError } from './invalidMapError.js';

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = [0x5b, 0x5d, 0x7b, 0x7d, 0x2c];
const COLON = 0x3a;

const LITERALS: ReadonlyMap<number, Buffer> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]),
);
/** Escapes `"`, `\`, `/`, b, f, n, r, t; `u` is handled separately. */
const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));

/**
 * Scans JSON bytes (RFC 8259) without building values: 24 million nested brackets cost three megabytes. Positions are
 * byte offsets. @throws InvalidMapError for invalid JSON
 */
export class JsonScanner {
  constructor(readonly bytes: Buffer) {}

  /** Returns the position of the next byte that is not white space. */
  skipSpace(from: number): number {
    const { bytes } = this;
    let at = from;
    for (;;) {
      const byte = bytes[at];
      if (byte !== SPACE && byte !== LINE_FEED && byte !== RETURN && byte !== TAB) return at;
      at += 1;
    }
  }

  /** Returns the position after the string that begins at `from`. */
  skipString(from: number): number {
    const { bytes } = this;
    let at = from + 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) at = this.#skipEscape(at);
      else if (byte === undefined || byte < SPACE) throw this.notJson(at);
      else at += 1;
    }
  }

  /** Returns the position after the value that begins at `from`, at any nesting depth. */
  skipValue(from: number): number {
    const first = this.bytes[from];
    if (first !== OPEN_ARRAY && first !== OPEN_OBJECT) return this.#skipScalar(from);
    const nesting = new Nesting();
    let at = from;
    for (;;) {
      at = this.#open(at, nesting);
      // A value has ended: close the containers that end with it, or continue with the next member.
      for (;;) {
        if (nesting.depth === 0) return at;
        at = this.skipSpace(at);
        const byte = this.bytes[at];
        if (byte === COMMA) {
          at = this.skipSpace(at + 1);
          if (nesting.isObject()) at = this.skipKey(at);
          break;
        }
        if (byte !== (nesting.isObject() ? CLOSE_OBJECT : CLOSE_ARRAY)) throw this.notJson(at);
        nesting.leave();
        at += 1;
      }
    }
  }

  /** Returns the position of the value of the key that begins at `from`. */
  skipKey(from: number): number {
    if (this.bytes[from] !== QUOTE) throw this.notJson(from);
    const at = this.skipSpace(this.skipString(from));
    if (this.bytes[at] !== COLON) throw this.notJson(at);
    return this.skipSpace(at + 1);
  }

  /** Returns the text of a string that begins at `from` and ends before `to`, quotes included. */
  textAt(from: number, to: number): string {
    const isPlain = this.bytes.subarray(from + 1, to - 1).indexOf(BACKSLASH) === -1;
    return isPlain
      ? this.bytes.toString('utf8', from + 1, to - 1)
      : (JSON.parse(this.bytes.toString('utf8', from, to)) as string);
  }

  notJson(at: number): InvalidMapError {
    return new InvalidMapError(
      at >= this.bytes.length
        ? 'The map is not valid JSON: unexpected end of input.'
        : `The map is not valid JSON: unexpected byte at offset ${at}.`,
    );
  }

  /** Enters arrays and objects until a value ends; returns the position after it. */
  #open(from: number, nesting: Nesting): number {
    let at = from;
    for (;;) {
      const byte = this.bytes[at];
      if (byte === OPEN_ARRAY) {
        at = this.skipSpace(at + 1);
        if (this.bytes[at] === CLOSE_ARRAY) return at + 1;
        nesting.enter(false);
      } else if (byte === OPEN_OBJECT) {
        at = this.skipSpace(at + 1);
        if (this.bytes[at] === CLOSE_OBJECT) return at + 1;
        nesting.enter(true);
        at = this.skipKey(at);
      } else return this.#skipScalar(at);
    }
  }

  #skipScalar(from: number): number {
    const byte = this.bytes[from];
    if (byte === QUOTE) return this.skipString(from);
    const literal = LITERALS.get(byte ?? 0);
    if (literal === undefined) return this.#skipNumber(from);
    const end = from + literal.length;
    if (this.bytes.compare(literal, 0, literal.length, from, Math.min(end, this.bytes.length)) !== 0) {
      throw this.notJson(from);
    }
    return end;
  }

  #skipNumber(from: number): number {
    const { bytes } = this;
    let at = bytes[from] === 0x2d ? from + 1 : from;
    if (bytes[at] === 0x30) at += 1;
    else at = this.#skipDigits(at);
    if (bytes[at] === 0x2e) at = this.#skipDigits(at + 1);
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      at += 1;
      if (bytes[at] === 0x2b || bytes[at] === 0x2d) at += 1;
      at = this.#skipDigits(at);
    }
    return at;
  }

  #skipDigits(from: number): number {
    let at = from;
    while (isDigit(this.bytes[at])) at += 1;
    if (at === from) throw this.notJson(at);
    return at;
  }

  #skipEscape(from: number): number {
    const letter = this.bytes[from + 1];
    if (letter !== undefined && ESCAPES.has(letter)) return from + 2;
    if (letter !== 0x75) throw this.notJson(from);
    for (let at = from + 2; at < from + 6; at += 1) if (!isHex(this.bytes[at])) throw this.notJson(at);
    return from + 6;
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isHex = (byte: number | undefined): boolean =>
  isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);

/** Whether each open bracket is a brace, one bit each. */
class Nesting {
  depth = 0;
  #bits = new Uint8Array(64);

  enter(isObject: boolean): void {
    const [at, mask] = [this.depth >> 3, 1 << (this.depth & 7)];
    if (at >= this.#bits.length) {
      const wider = new Uint8Array(this.#bits.length * 2);
      wider.set(this.#bits);
      this.#bits = wider;
    }
    const byte = this.#bits[at] ?? 0;
    this.#bits[at] = isObject ? byte | mask : byte & ~mask;
    this.depth += 1;
  }

  leave(): void {
    this.depth -= 1;
  }

  isObject(): boolean {
    const top = this.depth - 1;
    return ((this.#bits[top >> 3] ?? 0) & (1 << (top & 7))) !== 0;
  }
}
