import { crc32 } from 'node:zlib';
import {
  aligned,
  bitsFor,
  BLOCK,
  BLOCK_SEGMENTS,
  IGNORED,
  LONG_TEXT_MARK_BYTES,
  LONGEST_TEXT,
  MOST_BLOCKS,
  NONE,
  SLACK_BYTES,
} from '../layout.js';
import { BitWriter } from './bitWriter.js';
import type { SegmentSink } from './emitSegments.js';
import { GrowingWords } from './growingWords.js';
import type { PartTables } from './partTables.js';

const MOST_KEY_BITS = 31;
const HELD = BLOCK_SEGMENTS + 2;

/** Where bytes of the index go, in order. */
export type Write = (bytes: Buffer) => void;

/**
 * Gathers segments into blocks. Of segments at one generated position the first and the last are kept: no look-up
 * reaches those between them; and they never stand in two blocks.
 */
export class BlockWriter implements SegmentSink {
  readonly lines = new GrowingWords();
  readonly columns = new GrowingWords();
  readonly ends = new GrowingWords();
  /** Texts that are too long for a block. */
  readonly longTexts: Buffer[] = [];
  segments = 0;
  #longBytes = 0;
  readonly #marks = new Map<number, Buffer>();
  #written = 0;
  #count = 0;
  #maxColumn = 0;
  #minColumn = 0;
  #tables: PartTables | undefined;
  readonly #line = new Uint32Array(HELD);
  readonly #column = new Uint32Array(HELD);
  readonly #source = new Int32Array(HELD);
  readonly #originalLine = new Uint32Array(HELD);
  readonly #originalColumn = new Uint32Array(HELD);
  readonly #name = new Int32Array(HELD);

  constructor(private readonly write: Write) {}

  /** The tables of the segments that follow. */
  begin(tables: PartTables): void {
    this.flush();
    this.#marks.clear();
    this.#tables = tables;
  }

  // eslint-disable-next-line max-params -- as of the sink
  add(
    line: number,
    column: number,
    source: number,
    originalLine: number,
    originalColumn: number,
    name: number,
  ): boolean {
    this.segments += 1;
    const last = this.#count - 1;
    let at = this.#count;
    if (last >= 0 && this.#line[last] === line && this.#column[last] === column) {
      // The third at one place takes the second's.
      if (last > 0 && this.#line[last - 1] === line && this.#column[last - 1] === column) at = last;
    } else if (last >= 0 && !this.#fits(line, column)) {
      this.flush();
      if (this.ends.length >= MOST_BLOCKS) return false;
      at = 0;
    }
    this.#minColumn = at === 0 ? column : Math.min(this.#minColumn, column);
    this.#maxColumn = at === 0 ? column : Math.max(this.#maxColumn, column);
    this.#line[at] = line;
    this.#column[at] = column;
    this.#source[at] = source;
    this.#originalLine[at] = originalLine;
    this.#originalColumn[at] = originalColumn;
    this.#name[at] = name;
    this.#count = at + 1;
    return true;
  }

  /** Writes the block that was begun. */
  flush(): void {
    if (this.#count === 0 || this.#tables === undefined) return;
    const block = this.#block(this.#tables);
    this.lines.push(this.#line[0] ?? 0);
    this.columns.push(this.#column[0] ?? 0);
    this.#written += block.length;
    this.ends.push(this.#written);
    this.write(block);
    this.#count = 0;
  }

  /** Bytes of all blocks. */
  get bytes(): number {
    return this.#written;
  }

  #fits(line: number, column: number): boolean {
    if (this.#count >= BLOCK_SEGMENTS - 1) return false;
    const columns = Math.max(this.#maxColumn, column) - Math.min(this.#minColumn, column);
    return bitsFor(line - (this.#line[0] ?? 0)) + bitsFor(columns) <= MOST_KEY_BITS;
  }

  #block(tables: PartTables): Buffer {
    const count = this.#count;
    const sources = new LocalIndexes();
    const names = new LocalIndexes();
    let minOriginalColumn = NONE;
    let maxOriginalColumn = 0;
    for (let at = 0; at < count; at += 1) {
      const source = this.#source[at] ?? -1;
      if (source === -1) continue;
      sources.add(source, this.#originalLine[at] ?? 0);
      const column = this.#originalColumn[at] ?? 0;
      if (column < minOriginalColumn) minOriginalColumn = column;
      if (column > maxOriginalColumn) maxOriginalColumn = column;
      const name = this.#name[at] ?? -1;
      if (name !== -1) names.add(name, 0);
    }
    if (minOriginalColumn === NONE) minOriginalColumn = 0;
    const minLine = this.#line[0] ?? 0;
    const widths = {
      line: bitsFor((this.#line[count - 1] ?? 0) - minLine),
      column: bitsFor(this.#maxColumn - this.#minColumn),
      source: bitsFor(sources.size),
      originalLine: bitsFor(sources.widest()),
      originalColumn: bitsFor(maxOriginalColumn - minOriginalColumn),
      name: bitsFor(names.size),
    };
    const paths = sources.globals.map((source) => this.#placed(2 * source, tables.path(source)));
    const texts = names.globals.map((name) => this.#placed(2 * name + 1, tables.name(name)) ?? Buffer.alloc(0));
    const nameEnds = BLOCK.header + BLOCK.source * sources.size;
    const keys = aligned(nameEnds + 2 * names.size);
    const records = aligned(keys + Math.ceil((count * (widths.line + widths.column)) / 8));
    const recordBits = widths.source + widths.originalLine + widths.originalColumn + widths.name;
    const textsOffset = aligned(records + Math.ceil((count * recordBits) / 8));
    const textBytes = [...paths, ...texts].reduce((sum, text) => sum + (text?.length ?? 0), 0);
    const block = Buffer.alloc(aligned(textsOffset + textBytes) + SLACK_BYTES);
    block.writeUInt16LE(count, BLOCK.segments);
    block[BLOCK.lineBits] = widths.line;
    block[BLOCK.columnBits] = widths.column;
    block[BLOCK.sourceBits] = widths.source;
    block[BLOCK.originalLineBits] = widths.originalLine;
    block[BLOCK.originalColumnBits] = widths.originalColumn;
    block[BLOCK.nameBits] = widths.name;
    block.writeUInt16LE(sources.size, BLOCK.sources);
    block.writeUInt16LE(names.size, BLOCK.names);
    block.writeUInt32LE(minLine, BLOCK.minLine);
    block.writeUInt32LE(this.#minColumn, BLOCK.minColumn);
    block.writeUInt32LE(minOriginalColumn, BLOCK.minOriginalColumn);
    block.writeUInt32LE(textsOffset, BLOCK.textsOffset);
    let at = textsOffset;
    for (const [local, source] of sources.globals.entries()) {
      const { first, lines } = tables.content(source);
      const path = paths[local];
      const to = BLOCK.header + BLOCK.source * local;
      const index = tables.firstSource + source;
      block.writeUInt32LE((tables.isIgnored(source) ? index | IGNORED : index) >>> 0, to);
      block.writeUInt32LE(sources.lowest(local), to + 4);
      block.writeUInt32LE(first, to + 8);
      block.writeUInt32LE(lines, to + 12);
      block.writeUInt32LE(path?.length ?? NONE, to + 16);
      if (path !== undefined) at += path.copy(block, at);
    }
    let end = 0;
    for (const [local, text] of texts.entries()) {
      at += text.copy(block, at);
      end += text.length;
      block.writeUInt16LE(end, nameEnds + 2 * local);
    }
    this.#writeSegments(block, { keys, records, widths, minLine, minOriginalColumn, sources, names });
    block.writeUInt32LE(crc32(block.subarray(4)), 0);
    return block;
  }

  #writeSegments(block: Buffer, plan: SegmentPlan): void {
    const { widths, sources, names, minLine, minOriginalColumn } = plan;
    const keys = new BitWriter(block, plan.keys);
    const records = new BitWriter(block, plan.records);
    for (let at = 0; at < this.#count; at += 1) {
      keys.write((this.#column[at] ?? 0) - this.#minColumn, widths.column);
      keys.write((this.#line[at] ?? 0) - minLine, widths.line);
      const source = this.#source[at] ?? -1;
      if (source === -1) {
        records.write(sources.size, widths.source);
        records.write(0, widths.originalLine);
        records.write(0, widths.originalColumn);
        records.write(0, widths.name);
      } else {
        const local = sources.local(source);
        const name = this.#name[at] ?? -1;
        records.write(local, widths.source);
        records.write((this.#originalLine[at] ?? 0) - sources.lowest(local), widths.originalLine);
        records.write((this.#originalColumn[at] ?? 0) - minOriginalColumn, widths.originalColumn);
        records.write(name === -1 ? 0 : names.local(name) + 1, widths.name);
      }
    }
    keys.end();
    records.end();
  }

  /** A text as a block holds it; a long one is written once a part. @param key of the text within its part */
  #placed(key: number, text: Buffer | undefined): Buffer | undefined {
    if (text === undefined || (text.length <= LONGEST_TEXT && text[0] !== 0)) return text;
    const known = this.#marks.get(key);
    if (known !== undefined) return known;
    const mark = Buffer.alloc(LONG_TEXT_MARK_BYTES);
    mark.writeUInt32LE(this.#longBytes, 1);
    mark.writeUInt32LE(text.length, 5);
    this.longTexts.push(text);
    this.#longBytes += text.length;
    this.#marks.set(key, mark);
    return mark;
  }
}

interface SegmentPlan {
  readonly keys: number;
  readonly records: number;
  readonly widths: Readonly<Record<'line' | 'column' | 'source' | 'originalLine' | 'originalColumn' | 'name', number>>;
  readonly minLine: number;
  readonly minOriginalColumn: number;
  readonly sources: LocalIndexes;
  readonly names: LocalIndexes;
}

/** The indexes that one block uses, numbered anew, with the lowest and highest value that came with each. */
class LocalIndexes {
  readonly globals: number[] = [];
  readonly #locals = new Map<number, number>();
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  #last = -1;
  #lastLocal = -1;

  get size(): number {
    return this.globals.length;
  }

  add(global: number, value: number): void {
    const local = this.local(global);
    if (value < (this.#low[local] ?? value + 1)) this.#low[local] = value;
    if (value > (this.#high[local] ?? -1)) this.#high[local] = value;
  }

  local(global: number): number {
    if (global === this.#last) return this.#lastLocal;
    let local = this.#locals.get(global);
    if (local === undefined) {
      local = this.globals.push(global) - 1;
      this.#locals.set(global, local);
    }
    this.#last = global;
    this.#lastLocal = local;
    return local;
  }

  lowest(local: number): number {
    return this.#low[local] ?? 0;
  }

  /** The greatest distance between lowest and highest. */
  widest(): number {
    return this.#high.reduce((most, high, local) => Math.max(most, high - (this.#low[local] ?? 0)), 0);
  }
}
