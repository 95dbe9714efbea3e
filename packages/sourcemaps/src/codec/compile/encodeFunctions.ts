import { crc32 } from 'node:zlib';
import { FUNCTIONS } from '../layout.js';

/** A position in an original source, and the word that `layout.ts` defines for it. */
export interface EncodedPoint {
  /** 1-based. */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
  readonly word: number;
}

/** Returns a piece of the FUNCTIONS or NAMES layout: its points in order, then the names to which they refer. */
export function encodeFunctions(points: readonly EncodedPoint[], names: readonly Buffer[]): Buffer {
  const textBytes = names.reduce((sum, { length }) => sum + length, 0);
  const words = [
    points.length,
    names.length,
    ...points.map(({ line }) => line),
    ...points.map(({ column }) => column),
    ...points.map(({ word }) => word),
    ...endsOf(names),
  ];
  const piece = Buffer.alloc(FUNCTIONS.points + 4 * words.length + textBytes);
  let at: number = FUNCTIONS.points;
  for (const word of words) at = piece.writeUInt32LE(word, at);
  for (const name of names) at += name.copy(piece, at);
  piece.writeUInt32LE(crc32(piece.subarray(FUNCTIONS.points)), 0);
  return piece;
}

function endsOf(texts: readonly Buffer[]): readonly number[] {
  let end = 0;
  return texts.map(({ length }) => (end += length));
}
