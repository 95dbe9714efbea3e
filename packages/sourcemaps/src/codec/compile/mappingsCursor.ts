const [COMMA, SEMICOLON] = [0x2c, 0x3b];
/** Value of each base64 digit by character code; 255 for other characters. */
export const DIGITS = new Uint8Array(256).fill(255);
Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach((digit, value) => {
  DIGITS[digit] = value;
});
/** Shift of the digit that contains the last of 32 bits. */
const LAST_SHIFT = 30;

/** Result of {@link MappingsCursor.next}. */
export const STEP = { segment: 0, lineEnd: 1, end: 2, cut: 3, malformed: 4 } as const;

/**
 * Decodes VLQ mappings in place. After a `segment` the fields hold its values, up to the number `fields`; after `cut`
 * (a truncated number) they hold nothing usable, and the iteration continues.
 */
export class MappingsCursor {
  /** Generated line, 0-based. */
  line = 0;
  column = 0;
  source = 0;
  originalLine = 0;
  originalColumn = 0;
  name = 0;
  /** Number of fields of the segment. */
  fields = 0;
  // Not #private: iterating over millions of segments dominates the cost of compiling.
  private at = 0;
  private value = 0;

  constructor(readonly bytes: Buffer) {}

  /** Decodes the numbers of a VLQ text; `undefined` if it is invalid. */
  static deltas(text: string): readonly number[] | undefined {
    const cursor = new MappingsCursor(Buffer.from(text, 'latin1'));
    const found: number[] = [];
    while (cursor.at < cursor.bytes.length) {
      if (cursor.number() !== STEP.segment) return undefined;
      found.push(cursor.value);
    }
    return found;
  }

  /** Advances; returns one of {@link STEP}. */
  next(): number {
    const { bytes } = this;
    let byte = bytes[this.at];
    while (byte === COMMA) byte = bytes[(this.at += 1)];
    if (byte === undefined) return STEP.end;
    if (byte === SEMICOLON) {
      this.at += 1;
      this.line += 1;
      this.column = 0;
      return STEP.lineEnd;
    }
    return this.segment();
  }

  private segment(): number {
    this.fields = 0;
    for (;;) {
      const problem = this.number();
      if (problem !== STEP.segment) return problem;
      this.apply(this.value);
      this.fields += 1;
      const byte = this.bytes[this.at];
      if (byte === undefined || byte === COMMA || byte === SEMICOLON) return STEP.segment;
    }
  }

  private apply(delta: number): void {
    switch (this.fields) {
      case 0:
        this.column += delta;
        break;
      case 1:
        this.source += delta;
        break;
      case 2:
        this.originalLine += delta;
        break;
      case 3:
        this.originalColumn += delta;
        break;
      case 4:
        this.name += delta;
        break;
    }
  }

  private number(): number {
    const { bytes } = this;
    let value = 0;
    let shift = 0;
    let digit: number;
    do {
      const byte = bytes[this.at];
      if (byte === undefined || byte === COMMA || byte === SEMICOLON) return STEP.cut;
      digit = DIGITS[byte] ?? 255;
      if (digit === 255) return STEP.malformed;
      this.at += 1;
      if (shift <= LAST_SHIFT) value |= (digit & 31) << shift;
      // Any number of digits without value may follow.
      else if ((digit & 31) !== 0) return STEP.malformed;
      shift += 5;
    } while ((digit & 32) !== 0);
    const isNegative = (value & 1) === 1;
    value >>>= 1;
    this.value = isNegative ? (value === 0 ? -0x80_00_00_00 : -value) : value;
    return STEP.segment;
  }
}
