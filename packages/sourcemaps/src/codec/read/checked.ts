import { crc32, inflateRawSync } from 'node:zlib';
import { DamagedIndexError } from './damagedIndexError.js';

/** Returns a piece without its checksum. @throws DamagedIndexError if length or checksum differ */
export function checked(piece: Buffer, bytes: number): Buffer {
  if (piece.length !== bytes || bytes < 4) throw new DamagedIndexError('block has the wrong length');
  const rest = piece.subarray(4);
  if (crc32(rest) !== piece.readUInt32LE(0)) throw new DamagedIndexError('block checksum mismatch');
  return rest;
}

/** Limit of an inflated piece: a chunk holds 32 K characters and a line end, of at most three bytes each. */
const MAX_INFLATED = 4 * 32_768 + 1_024;

/** Returns the text of a compressed piece. */
export function inflated(piece: Buffer, bytes: number): string {
  const rest = checked(piece, bytes);
  try {
    return inflateRawSync(rest, { maxOutputLength: MAX_INFLATED }).toString('utf8');
  } catch (error) {
    throw new DamagedIndexError('a piece does not inflate', { cause: error });
  }
}
