/** Writes numbers of given bit widths, lowest bit first. */
export class BitWriter {
  private bits = 0;
  private held = 0;

  /** @param at byte offset of the first bit */
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  /** @param width 0 to 32 @param value must fit into `width` bits */
  write(value: number, width: number): void {
    if (width > 16) {
      this.put(value & 0xff_ff, 16);
      this.put(value >>> 16, width - 16);
    } else this.put(value, width);
  }

  /** Writes the remaining bits. @returns the offset after the last byte */
  end(): number {
    if (this.held > 0) {
      this.bytes[this.at] = this.bits & 0xff;
      this.at += 1;
    }
    return this.at;
  }

  private put(value: number, width: number): void {
    // At most 7 bits are pending, so 23 are in use.
    this.bits |= value << this.held;
    this.held += width;
    while (this.held >= 8) {
      this.bytes[this.at] = this.bits & 0xff;
      this.at += 1;
      this.bits >>>= 8;
      this.held -= 8;
    }
  }
}
