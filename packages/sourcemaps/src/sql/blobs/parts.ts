/** Bytes of a part of a blob; the last one is shorter. One statement carries so much at most. */
export const PART_BYTES = 1_048_576;
