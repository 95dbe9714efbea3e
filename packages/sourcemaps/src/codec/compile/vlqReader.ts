import { DIGITS } from './mappingsCursor.js';

const COMMA = 0x2c;
/** Beyond this a number has more than 31 bits. */
const LAST_SHIFT = 25;

/** Reads base64 VLQ numbers, with and without a sign, of items that commas part. */
export class VlqReader {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** The next number of the item; `undefined` where it has no more, or what is there is no number. */
  unsigned(): number | undefined {
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      const digit = DIGITS[this.bytes[this.#at] ?? COMMA] ?? 255;
      const bits = digit & 31;
      // Digits that add nothing may follow, as many as there are.
      if (digit === 255 || (bits !== 0 && shift > LAST_SHIFT)) return undefined;
      this.#at += 1;
      if (bits !== 0) value |= bits << shift;
      if ((digit & 32) === 0) return value;
    }
  }

  /** As {@link unsigned}, of a number whose last bit is its sign. */
  signed(): number | undefined {
    const value = this.unsigned();
    return value === undefined ? undefined : (value & 1) === 1 ? -(value >>> 1) : value >>> 1;
  }

  /** Goes on to the item behind the next comma. */
  skipItem(): void {
    const comma = this.bytes.indexOf(COMMA, this.#at);
    this.#at = comma === -1 ? this.bytes.length : comma + 1;
  }
}
