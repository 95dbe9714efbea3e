import { aligned, BLOCK, IGNORED, LONG_TEXT_MARK_BYTES, NONE } from '../layout.js';
import { DamagedIndexError } from './damagedIndexError.js';
import { readBits } from './readBits.js';

/** A text of a block, or where it stands among the long ones. */
export type BlockText = string | { readonly offset: number; readonly length: number };

/** What a segment of a block is mapped to. */
export interface BlockRecord {
  readonly sourceIndex: number;
  readonly isIgnored: boolean;
  readonly path: BlockText | null;
  /** 0-based. */
  readonly line: number;
  readonly column: number;
  readonly name: BlockText | null;
  readonly contentLine: number;
  readonly contentLines: number;
}

/** A block whose checksum was right: reads of it keys by binary search and single records. */
export class Block {
  readonly #segments: number;
  readonly #keyBits: number;
  readonly #columnBits: number;
  readonly #keysBit: number;
  readonly #recordsBit: number;
  readonly #sources: number;
  readonly #names: number;
  readonly #nameEnds: number;

  constructor(private readonly bytes: Buffer) {
    if (bytes.length < BLOCK.header) throw new DamagedIndexError('a block is too short');
    this.#segments = bytes.readUInt16LE(BLOCK.segments);
    this.#columnBits = bytes.readUInt8(BLOCK.columnBits);
    this.#keyBits = bytes.readUInt8(BLOCK.lineBits) + this.#columnBits;
    this.#sources = bytes.readUInt16LE(BLOCK.sources);
    this.#names = bytes.readUInt16LE(BLOCK.names);
    this.#nameEnds = BLOCK.header + BLOCK.source * this.#sources;
    const keys = aligned(this.#nameEnds + 2 * this.#names);
    this.#keysBit = 8 * keys;
    this.#recordsBit = 8 * aligned(keys + Math.ceil((this.#segments * this.#keyBits) / 8));
    if (this.#segments === 0 || bytes.readUInt32LE(BLOCK.textsOffset) > bytes.length) {
      throw new DamagedIndexError('a block does not hold what it counts');
    }
  }

  get segments(): number {
    return this.#segments;
  }

  /** Segments that are not behind a position, 0-based. */
  countUpTo(line: number, column: number): number {
    return this.#search(line, column, true);
  }

  /** Segments that are before a position, 0-based. */
  countBefore(line: number, column: number): number {
    return this.#search(line, column, false);
  }

  line(segment: number): number {
    return this.bytes.readUInt32LE(BLOCK.minLine) + Math.floor(this.#key(segment) / 2 ** this.#columnBits);
  }

  column(segment: number): number {
    return this.bytes.readUInt32LE(BLOCK.minColumn) + (this.#key(segment) % 2 ** this.#columnBits);
  }

  /** `undefined` where the segment is mapped to nothing. */
  record(segment: number): BlockRecord | undefined {
    const { bytes } = this;
    const widths = [BLOCK.sourceBits, BLOCK.originalLineBits, BLOCK.originalColumnBits, BLOCK.nameBits].map((at) =>
      bytes.readUInt8(at),
    );
    let bit = this.#recordsBit + segment * widths.reduce((sum, width) => sum + width, 0);
    const [local = 0, line = 0, column = 0, name = 0] = widths.map((width) => {
      const value = readBits(bytes, bit, width);
      bit += width;
      return value;
    });
    if (local === this.#sources) return undefined;
    const at = BLOCK.header + BLOCK.source * local;
    const index = bytes.readUInt32LE(at);
    return {
      sourceIndex: (index & ~IGNORED) >>> 0,
      isIgnored: (index & IGNORED) !== 0,
      path: this.#path(local),
      line: bytes.readUInt32LE(at + 4) + line,
      column: bytes.readUInt32LE(BLOCK.minOriginalColumn) + column,
      name: name === 0 ? null : this.#name(name - 1),
      contentLine: bytes.readUInt32LE(at + 8),
      contentLines: bytes.readUInt32LE(at + 12),
    };
  }

  #key(segment: number): number {
    return readBits(this.bytes, this.#keysBit + segment * this.#keyBits, this.#keyBits);
  }

  #search(line: number, column: number, withEqual: boolean): number {
    const relativeLine = line - this.bytes.readUInt32LE(BLOCK.minLine);
    const relativeColumn = column - this.bytes.readUInt32LE(BLOCK.minColumn);
    const columns = 2 ** this.#columnBits;
    // A column that no key of this block can have is before or behind all of its line.
    const isBeyond = relativeColumn >= columns;
    const wanted = relativeLine * columns + Math.max(-1, Math.min(relativeColumn, columns - 1));
    const takesEqual = relativeColumn < 0 || isBeyond || withEqual;
    let low = 0;
    let high = this.#segments;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const key = this.#key(middle);
      if (key < wanted || (key === wanted && takesEqual)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #path(local: number): BlockText | null {
    const { bytes } = this;
    let at = bytes.readUInt32LE(BLOCK.textsOffset);
    for (let before = 0; before < local; before += 1) at += this.#pathBytes(before);
    const length = bytes.readUInt32LE(BLOCK.header + BLOCK.source * local + 16);
    return length === NONE ? null : textAt(bytes, at, length);
  }

  #pathBytes(local: number): number {
    const length = this.bytes.readUInt32LE(BLOCK.header + BLOCK.source * local + 16);
    return length === NONE ? 0 : length;
  }

  #name(local: number): BlockText {
    const { bytes } = this;
    let at = bytes.readUInt32LE(BLOCK.textsOffset);
    for (let source = 0; source < this.#sources; source += 1) at += this.#pathBytes(source);
    const end = (name: number): number => (name < 0 ? 0 : bytes.readUInt16LE(this.#nameEnds + 2 * name));
    return textAt(bytes, at + end(local - 1), end(local) - end(local - 1));
  }
}

function textAt(bytes: Buffer, at: number, length: number): BlockText {
  if (length === LONG_TEXT_MARK_BYTES && bytes[at] === 0) {
    return { offset: bytes.readUInt32LE(at + 1), length: bytes.readUInt32LE(at + 5) };
  }
  return bytes.toString('utf8', at, at + length);
}
