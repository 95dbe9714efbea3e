const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** One number as Base64 VLQ; exact for -(2^31-1) to 2^31-1. */
export const encodeVlq = (value: number): string => encodeUnsignedVlq(value < 0 ? -value * 2 + 1 : value * 2);

/** One number that has no sign, not even a place for it. */
export function encodeUnsignedVlq(value: number): string {
  let rest = value;
  let text = '';
  do {
    const digit = rest % 32;
    rest = Math.floor(rest / 32);
    text += DIGITS[rest > 0 ? digit + 32 : digit] ?? '';
  } while (rest > 0);
  return text;
}

/** A segment with absolute numbers, all 0-based: column, or column, source, line, column, or those and a name. */
export type Segment = readonly [number] | readonly [number, number, number, number, ...number[]];

/** `mappings` of generated lines of segments, written in the order given, also where columns descend. */
export function encodeMappings(lines: readonly (readonly Segment[])[]): string {
  const last = [0, 0, 0, 0, 0];
  return lines
    .map((line) => {
      last[0] = 0;
      return line.map((segment) => encodeSegment(segment, last)).join(',');
    })
    .join(';');
}

function encodeSegment(segment: Segment, last: number[]): string {
  return segment
    .map((value, field) => {
      const delta = value - (last[field] ?? 0);
      last[field] = value;
      return encodeVlq(delta);
    })
    .join('');
}
