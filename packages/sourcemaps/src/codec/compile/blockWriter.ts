import { crc32 } from 'node:zlib';
import {
  bitsFor,
  BLOCK_SEGMENTS,
  LONG_TEXT_MARK_BYTES,
  MAX_TEXT_BYTES,
  MAX_BLOCK_BYTES,
  MAX_BLOCKS,
} from '../layout.js';
import type { SegmentSink } from './emitSegments.js';
import { encodeBlock, type BlockTexts } from './encodeBlock.js';
import { GrowingWords } from './growingWords.js';
import { HeldSegments } from './heldSegments.js';
import type { PartTables } from './partTables.js';

const MAX_KEY_BITS = 31;
/** Limit of paths that are too long for a block; real maps have a few kilobytes of them. */
const MAX_LONG_BYTES = 16 * 1_048_576;
const NO_TEXT = Buffer.alloc(0);

/** Receives the bytes of the index in order. */
export type Write = (bytes: Buffer) => void;

/**
 * Collects segments into blocks. Of several segments at one generated position the first and the last are kept, in
 * the same block: no lookup reaches those between.
 */
export class BlockWriter implements SegmentSink {
  readonly lines = new GrowingWords();
  readonly columns = new GrowingWords();
  readonly ends = new GrowingWords();
  /** Texts too long for a block. */
  readonly longTexts: Buffer[] = [];
  segments = 0;
  /** Bytes of all blocks. */
  bytes = 0;
  /** Bytes of all long texts. */
  longBytes = 0;
  #count = 0;
  #maxColumn = 0;
  #minColumn = 0;
  #tables: PartTables | undefined;
  #texts: BlockTexts | undefined;
  readonly #held = new HeldSegments();

  /** @param mostBytes limit of all blocks; only a hostile map needs more */
  constructor(
    private readonly write: Write,
    private readonly mostBytes: number,
  ) {}

  /** Sets the tables of the segments that follow. */
  begin(tables: PartTables): void {
    this.flush();
    const marks = new Map<number, Buffer>();
    this.#tables = tables;
    this.#texts = {
      path: (source) => this.#placed(marks, 2 * source, () => tables.path(source)),
      name: (name) => this.#placed(marks, 2 * name + 1, () => tables.name(name)) ?? NO_TEXT,
    };
  }

  /** Limit that only hostile maps exceed. */
  get isFull(): boolean {
    return this.ends.length > MAX_BLOCKS || this.bytes > this.mostBytes || this.longBytes > MAX_LONG_BYTES;
  }

  /** Returns false if it {@link isFull}. */
  // eslint-disable-next-line max-params -- an object for each of millions of segments would be garbage
  add(
    line: number,
    column: number,
    source: number,
    originalLine: number,
    originalColumn: number,
    name: number,
  ): boolean {
    this.segments += 1;
    const held = this.#held;
    const last = this.#count - 1;
    let at = this.#count;
    if (last >= 0 && held.line[last] === line && held.column[last] === column) {
      // The third segment at one position replaces the second.
      if (last > 0 && held.isSamePlace(last - 1, last)) at = last;
    } else if (last >= 0 && !this.#fits(line, column)) {
      this.flush();
      if (this.isFull) return false;
      at = 0;
    }
    this.#minColumn = at === 0 ? column : Math.min(this.#minColumn, column);
    this.#maxColumn = at === 0 ? column : Math.max(this.#maxColumn, column);
    held.line[at] = line;
    held.column[at] = column;
    held.source[at] = source;
    held.originalLine[at] = originalLine;
    held.originalColumn[at] = originalColumn;
    held.name[at] = name;
    this.#count = at + 1;
    return true;
  }

  /** Writes the current block. */
  flush(): void {
    if (this.#count > 0) this.#put(0, this.#count);
    this.#count = 0;
  }

  #fits(line: number, column: number): boolean {
    if (this.#count >= BLOCK_SEGMENTS - 1) return false;
    const columns = Math.max(this.#maxColumn, column) - Math.min(this.#minColumn, column);
    return bitsFor(line - (this.#held.line[0] ?? 0)) + bitsFor(columns) <= MAX_KEY_BITS;
  }

  /** Writes the segments as one block, or as several if their texts make one too long to read. */
  #put(from: number, to: number): void {
    if (this.#tables === undefined || this.#texts === undefined) return;
    const block = encodeBlock(this.#held, [from, to], this.#tables, this.#texts);
    const middle = this.#middle(from, to);
    if (block.length > MAX_BLOCK_BYTES && middle !== undefined) {
      this.#put(from, middle);
      this.#put(middle, to);
      return;
    }
    this.lines.push(this.#held.line[from] ?? 0);
    this.columns.push(this.#held.column[from] ?? 0);
    this.bytes += block.length;
    this.ends.push(this.bytes);
    this.write(block);
  }

  /** Returns where segments can be split: not between two of one position. */
  #middle(from: number, to: number): number | undefined {
    const middle = (from + to) >>> 1;
    const candidates = [middle, middle + 1, middle - 1];
    return candidates.find((at) => at > from && at < to && !this.#held.isSamePlace(at - 1, at));
  }

  /**
   * Returns a text as a block holds it; a long text is written once per part. @param key of the text within its part
   */
  #placed(marks: Map<number, Buffer>, key: number, read: () => Buffer | undefined): Buffer | undefined {
    const known = marks.get(key);
    if (known !== undefined) return known;
    const text = read();
    if (text === undefined || (text.length <= MAX_TEXT_BYTES && text[0] !== 0)) return text;
    if (this.longBytes > MAX_LONG_BYTES) return NO_TEXT;
    const mark = Buffer.alloc(LONG_TEXT_MARK_BYTES);
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(text));
    mark.writeUInt32LE(this.longBytes, 1);
    mark.writeUInt32LE(text.length + sum.length, 5);
    this.longTexts.push(sum, text);
    this.longBytes += text.length + sum.length;
    marks.set(key, mark);
    return mark;
  }
}
