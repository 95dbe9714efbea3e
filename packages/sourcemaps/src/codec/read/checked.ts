import { crc32, inflateRawSync } from 'node:zlib';
import { DamagedIndexError } from './damagedIndexError.js';

/** The piece without its checksum, where it is as it was written; else throws. */
export function checked(piece: Buffer, bytes: number): Buffer {
  if (piece.length !== bytes || bytes < 4) throw new DamagedIndexError('a piece is not as long as it was');
  const rest = piece.subarray(4);
  if (crc32(rest) !== piece.readUInt32LE(0)) throw new DamagedIndexError('a piece does not have its checksum');
  return rest;
}

/** No piece of ours inflates to more: chunks hold 32 K characters and a line's end, of at most three bytes each. */
const MAX_INFLATED = 4 * 32_768 + 1_024;

/** The text of a compressed piece. */
export function inflated(piece: Buffer, bytes: number): string {
  const rest = checked(piece, bytes);
  try {
    return inflateRawSync(rest, { maxOutputLength: MAX_INFLATED }).toString('utf8');
  } catch (error) {
    throw new DamagedIndexError('a piece does not inflate', { cause: error });
  }
}
