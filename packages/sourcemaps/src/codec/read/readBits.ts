/** Reads a number of `width` bits (0 to 32) at a bit offset. Eight bytes must follow its first byte. */
export function readBits(bytes: Buffer, bit: number, width: number): number {
  if (width === 0) return 0;
  const at = bit >>> 3;
  const shift = bit & 7;
  const low = word(bytes, at) >>> shift;
  if (shift + width <= 32) return width === 32 ? low : low & ((1 << width) - 1);
  const whole = (low | ((bytes[at + 4] ?? 0) << (32 - shift))) >>> 0;
  return width === 32 ? whole : (whole & ((1 << width) - 1)) >>> 0;
}

const word = (bytes: Buffer, at: number): number =>
  ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0;
