import { aligned, BLOCK, IGNORED, LONG_TEXT_MARK_BYTES, NONE } from '../layout.js';
import { DamagedIndexError } from './damagedIndexError.js';
import { readBits } from './readBits.js';

/** A text in a block, or its position among the long texts. */
export type BlockText = string | { readonly offset: number; readonly length: number };

/** The mapping of a segment. */
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

/**
 * A block with a valid checksum. Searches its keys by bisection and decodes single records. Lines and columns are
 * 0-based.
 */
export class Block {
  readonly segments: number;
  private readonly minLine: number;
  private readonly minColumn: number;
  private readonly minOriginalColumn: number;
  /** A key is a line's number times this, plus a column. */
  private readonly columns: number;
  private readonly keyBits: number;
  private readonly sourceBits: number;
  private readonly originalLineBits: number;
  private readonly originalColumnBits: number;
  private readonly nameBits: number;
  private readonly keysBit: number;
  private readonly recordsBit: number;
  private readonly sources: number;
  private readonly nameEnds: number;
  private readonly textsOffset: number;

  constructor(private readonly bytes: Buffer) {
    if (bytes.length < BLOCK.header) throw new DamagedIndexError('a block is too short');
    const byte = (at: number): number => bytes.readUInt8(at);
    this.segments = bytes.readUInt16LE(BLOCK.segments);
    this.columns = 2 ** byte(BLOCK.columnBits);
    this.keyBits = byte(BLOCK.lineBits) + byte(BLOCK.columnBits);
    this.sourceBits = byte(BLOCK.sourceBits);
    this.originalLineBits = byte(BLOCK.originalLineBits);
    this.originalColumnBits = byte(BLOCK.originalColumnBits);
    this.nameBits = byte(BLOCK.nameBits);
    this.minLine = bytes.readUInt32LE(BLOCK.minLine);
    this.minColumn = bytes.readUInt32LE(BLOCK.minColumn);
    this.minOriginalColumn = bytes.readUInt32LE(BLOCK.minOriginalColumn);
    this.sources = bytes.readUInt16LE(BLOCK.sources);
    this.nameEnds = BLOCK.header + BLOCK.source * this.sources;
    const keys = aligned(this.nameEnds + 2 * bytes.readUInt16LE(BLOCK.names));
    this.keysBit = 8 * keys;
    this.recordsBit = 8 * aligned(keys + Math.ceil((this.segments * this.keyBits) / 8));
    this.textsOffset = bytes.readUInt32LE(BLOCK.textsOffset);
    if (this.segments === 0 || this.textsOffset > bytes.length) {
      throw new DamagedIndexError('block counts do not match its length');
    }
  }

  /** Returns the number of segments at or before a position. */
  countUpTo(line: number, column: number): number {
    const relativeLine = line - this.minLine;
    // A column outside the range of keys is before or after all segments of its line.
    const relativeColumn = Math.max(-1, Math.min(column - this.minColumn, this.columns - 1));
    const target = relativeLine * this.columns + relativeColumn;
    let low = 0;
    let high = this.segments;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.key(middle) <= target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  isAt(segment: number, line: number, column: number): boolean {
    return segment >= 0 && this.line(segment) === line && this.column(segment) === column;
  }

  line(segment: number): number {
    return this.minLine + Math.floor(this.key(segment) / this.columns);
  }

  column(segment: number): number {
    return this.minColumn + (this.key(segment) % this.columns);
  }

  /** `undefined` if the segment has no mapping. */
  record(segment: number): BlockRecord | undefined {
    const { bytes } = this;
    const { sourceBits, originalLineBits, originalColumnBits, nameBits } = this;
    let bit = this.recordsBit + segment * (sourceBits + originalLineBits + originalColumnBits + nameBits);
    const local = readBits(bytes, bit, sourceBits);
    if (local >= this.sources) return undefined;
    bit += sourceBits;
    const line = readBits(bytes, bit, originalLineBits);
    bit += originalLineBits;
    const column = readBits(bytes, bit, originalColumnBits);
    const name = readBits(bytes, bit + originalColumnBits, nameBits);
    const at = BLOCK.header + BLOCK.source * local;
    const index = bytes.readUInt32LE(at);
    return {
      sourceIndex: (index & ~IGNORED) >>> 0,
      isIgnored: (index & IGNORED) !== 0,
      path: this.path(local),
      line: bytes.readUInt32LE(at + 4) + line,
      column: this.minOriginalColumn + column,
      name: name === 0 ? null : this.name(name - 1),
      contentLine: bytes.readUInt32LE(at + 8),
      contentLines: bytes.readUInt32LE(at + 12),
    };
  }

  private key(segment: number): number {
    return readBits(this.bytes, this.keysBit + segment * this.keyBits, this.keyBits);
  }

  private path(local: number): BlockText | null {
    const at = this.pathsEnd(local);
    const length = this.bytes.readUInt32LE(BLOCK.header + BLOCK.source * local + 16);
    return length === NONE ? null : textAt(this.bytes, at, length);
  }

  /** Returns the end of the paths of this many sources. */
  private pathsEnd(sources: number): number {
    let at = this.textsOffset;
    for (let local = 0; local < sources; local += 1) {
      const length = this.bytes.readUInt32LE(BLOCK.header + BLOCK.source * local + 16);
      if (length !== NONE) at += length;
    }
    return at;
  }

  private name(local: number): BlockText {
    const { bytes } = this;
    const start = local === 0 ? 0 : bytes.readUInt16LE(this.nameEnds + 2 * (local - 1));
    const end = bytes.readUInt16LE(this.nameEnds + 2 * local);
    return textAt(bytes, this.pathsEnd(this.sources) + start, end - start);
  }
}

function textAt(bytes: Buffer, at: number, length: number): BlockText {
  if (length === LONG_TEXT_MARK_BYTES && bytes[at] === 0) {
    return { offset: bytes.readUInt32LE(at + 1), length: bytes.readUInt32LE(at + 5) };
  }
  return bytes.toString('utf8', at, at + length);
}
