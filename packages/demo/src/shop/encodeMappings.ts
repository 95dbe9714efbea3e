/** A position of the generated line and the original position that it comes from, all zero-based. */
export interface Segment {
  readonly column: number;
  readonly source: number;
  readonly line: number;
  readonly sourceColumn: number;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns the `mappings` of a source map whose generated code is one line. @param segments sorted by column */
export function encodeMappings(segments: readonly Segment[]): string {
  let last: Segment = { column: 0, source: 0, line: 0, sourceColumn: 0 };
  return segments
    .map((segment) => {
      const { column, source, line, sourceColumn } = last;
      last = segment;
      return [
        segment.column - column,
        segment.source - source,
        segment.line - line,
        segment.sourceColumn - sourceColumn,
      ]
        .map(encodeNumber)
        .join('');
    })
    .join(',');
}

/** Base64 VLQ: five bits per digit, lowest first, the sign in the lowest bit. */
function encodeNumber(value: number): string {
  let left = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const digit = left & 31;
    left >>>= 5;
    text += DIGITS.charAt(left > 0 ? digit | 32 : digit);
  } while (left > 0);
  return text;
}
