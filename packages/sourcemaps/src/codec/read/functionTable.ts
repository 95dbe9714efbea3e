import { FUNCTIONS } from '../layout.js';
import { checked } from './checked.js';
import { DamagedIndexError } from './damagedIndexError.js';

const opened = new WeakMap<Buffer, FunctionTable>();

/** A piece of the FUNCTIONS or NAMES layout. Reads copy only the name that they return. */
export class FunctionTable {
  private readonly points: number;
  private readonly nameEnds: number;
  private readonly texts: number;

  /** The table in a piece that was read; one that was opened before is reused, so its checksum is computed once. */
  static open(piece: Buffer | undefined, bytes: number): FunctionTable {
    if (piece === undefined) throw new DamagedIndexError('a function map is missing');
    const before = opened.get(piece);
    if (before !== undefined && piece.length === bytes) return before;
    const table = new FunctionTable(piece, bytes);
    opened.set(piece, table);
    return table;
  }

  /** @throws DamagedIndexError if the piece is not what was written @param bytes expected length of the piece */
  private constructor(
    private readonly piece: Buffer,
    bytes: number,
  ) {
    checked(piece, bytes);
    if (bytes < FUNCTIONS.header) throw new DamagedIndexError('a function map is too short');
    this.points = piece.readUInt32LE(FUNCTIONS.points);
    const names = piece.readUInt32LE(FUNCTIONS.names);
    this.nameEnds = FUNCTIONS.header + 12 * this.points;
    this.texts = this.nameEnds + 4 * names;
    if (this.texts > bytes) throw new DamagedIndexError('function map counts do not match its length');
  }

  /** Name of the function around a position (line 1-based, column 0-based); `null` if there is none. */
  nameAt(line: number, column: number): string | null {
    const name = this.wordAt(line, column);
    return name === 0 ? null : this.name(name - 1);
  }

  /** Returns the word of the last point at or before a position; 0 if there is none. */
  wordAt(line: number, column: number): number {
    let low = 0;
    let high = this.points;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const pointLine = this.word(middle);
      if (pointLine < line || (pointLine === line && this.word(this.points + middle) <= column)) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.word(2 * this.points + low - 1);
  }

  name(index: number): string {
    const end = (of: number): number => (of < 0 ? 0 : this.piece.readUInt32LE(this.nameEnds + 4 * of));
    return this.piece.toString('utf8', this.texts + end(index - 1), this.texts + end(index));
  }

  private word(index: number): number {
    return this.piece.readUInt32LE(FUNCTIONS.header + 4 * index);
  }
}
