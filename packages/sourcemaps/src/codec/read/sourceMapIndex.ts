import { Block, type BlockRecord, type BlockText } from './block.js';
import { checked } from './checked.js';
import { readContexts, type SourceContext } from './contexts.js';
import { DamagedIndexError } from './damagedIndexError.js';
import { readFunctionNames, type EnclosingFunction } from './functionNames.js';
import { FunctionTable } from './functionTable.js';
import { hasFlag, readHead, type ByteRange, type Head } from './head.js';

import { INDEX_FORMAT, NONE } from '../layout.js';
import type { MappedPosition, ReadRanges } from './mappedPosition.js';

export { type ByteRange } from './head.js';
export { type MappedPosition, type ReadRanges } from './mappedPosition.js';
export { type SourceContext } from './contexts.js';
export { type EnclosingFunction } from './functionNames.js';
export { DamagedIndexError } from './damagedIndexError.js';

/** A position in the generated file. */
export interface GeneratedPosition {
  /** 1-based. */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
}

/**
 * `glb`: the last segment at or before the position. `lub`: the first at or after it. Both only on the line of the
 * position.
 */
export type Bias = 'glb' | 'lub';

/**
 * A compiled source map: its head, and access to the rest. It stores no other bytes: each method reads what it needs
 * at once. @throws DamagedIndexError from every method, if what it reads is not what was written
 */
export class SourceMapIndex {
  readonly format = INDEX_FORMAT;

  private constructor(private readonly head: Head) {}

  /** @param head the first `headBytes` of an index */
  static open(head: Buffer): SourceMapIndex {
    return new SourceMapIndex(readHead(head));
  }

  get headBytes(): number {
    return this.head.bytes;
  }

  /** Whether the mappings are malformed: nothing resolves. */
  get isMalformed(): boolean {
    return hasFlag(this.head, 'malformed');
  }

  get hasContents(): boolean {
    return hasFlag(this.head, 'contents');
  }

  /** Whether the map has scope information, for `functions`. */
  get hasFunctions(): boolean {
    return hasFlag(this.head, 'functions');
  }

  /** Whether the text of at least one source was parsed, for `functionNames`. */
  get hasFunctionNames(): boolean {
    return hasFlag(this.head, 'functionNames');
  }

  /** Whether the text of every mapped source was parsed: `functionNames` covers all positions. */
  get hasAllFunctionNames(): boolean {
    return hasFlag(this.head, 'allFunctionNames');
  }

  /** Whether the generated file has this line, 1-based. */
  hasLine(line: number): boolean {
    return Number.isInteger(line) && line >= 1 && line <= this.head.generatedLines;
  }

  /** Returns the mapping of each position; `null` if there is none. One call of `read`, except for very long names. */
  async lookUp(
    positions: readonly GeneratedPosition[],
    read: ReadRanges,
    bias: Bias = 'glb',
  ): Promise<readonly (MappedPosition | null)[]> {
    const needed = positions.map((position) => this.#blocksFor(position, bias));
    const numbers = [...new Set(needed.flat())];
    const blocks = new Map<number, Block>();
    if (numbers.length > 0) {
      const pieces = await this.#readPieces(numbers, this.head.blocks.range, read);
      for (const [index, number] of numbers.entries()) blocks.set(number, pieces[index] as Block);
    }
    const records = positions.map((position, index) => find(position, needed[index] ?? [], blocks, bias));
    return this.#complete(records, read);
  }

  /** Returns lines of the original sources around positions, long ones cut; `null` if the source has no content. */
  contexts(
    positions: readonly MappedPosition[],
    linesEachSide: number,
    read: ReadRanges,
  ): Promise<readonly (SourceContext | null)[]> {
    return readContexts(this.head.chunks, positions, linesEachSide, read);
  }

  /**
   * Returns the names of the enclosing functions from scope information in the map; `null` if it has none for the
   * position.
   */
  async functions(positions: readonly MappedPosition[], read: ReadRanges): Promise<readonly (string | null)[]> {
    const { functions } = this.head;
    const needed = positions.map(({ sourceIndex }) => functions.pieceOf(sourceIndex));
    const numbers = [...new Set(needed)].filter((number) => number !== -1);
    if (numbers.length === 0) return positions.map(() => null);
    const ranges = numbers.map(functions.range);
    const pieces = await read(ranges);
    const tables = new Map(
      numbers.map((number, index) => [number, FunctionTable.open(pieces[index], ranges[index]?.length ?? 0)]),
    );
    return positions.map(({ line, column }, index) => tables.get(needed[index] ?? -1)?.nameAt(line, column) ?? null);
  }

  /** Returns the enclosing functions from the text of the sources; `undefined` if a source was not parsed. */
  functionNames(
    positions: readonly MappedPosition[],
    read: ReadRanges,
  ): Promise<readonly (EnclosingFunction | undefined)[]> {
    return readFunctionNames(this.head.functionNames, positions, read);
  }

  /** Returns the blocks that may contain the answer. */
  #blocksFor({ line, column }: GeneratedPosition, bias: Bias): readonly number[] {
    const { blocks } = this.head;
    if (!this.hasLine(line) || !Number.isFinite(column) || column < 0 || blocks.count === 0) return [];
    const last = blocks.lastUpTo(line - 1, column);
    if (bias === 'glb') return last === -1 ? [] : [last];
    return [last, last + 1].filter((number) => number >= 0 && number < blocks.count);
  }

  async #readPieces(
    numbers: readonly number[],
    rangeOf: (number: number) => ByteRange,
    read: ReadRanges,
  ): Promise<readonly Block[]> {
    const ranges = numbers.map(rangeOf);
    const pieces = await read(ranges);
    return ranges.map(({ length }, index) => {
      const piece = pieces[index];
      if (piece === undefined) throw new DamagedIndexError('a block is missing');
      return blockOf(piece, length);
    });
  }

  async #complete(
    records: readonly (BlockRecord | undefined)[],
    read: ReadRanges,
  ): Promise<readonly (MappedPosition | null)[]> {
    const long = new Map<string, ByteRange>();
    const remember = (text: BlockText | null): void => {
      if (text !== null && typeof text !== 'string') {
        long.set(`${text.offset}`, { offset: this.head.longTextsOffset + text.offset, length: text.length });
      }
    };
    for (const record of records) {
      if (record === undefined) continue;
      remember(record.path);
      remember(record.name);
    }
    const texts = new Map<string, string>();
    if (long.size > 0) {
      const pieces = await read([...long.values()]);
      for (const [index, [key, { length }]] of [...long].entries()) {
        const piece = pieces[index];
        if (piece === undefined) throw new DamagedIndexError('a long text is missing');
        texts.set(key, checked(piece, length).toString('utf8'));
      }
    }
    const textOf = (text: BlockText | null): string | null =>
      text === null || typeof text === 'string' ? text : (texts.get(`${text.offset}`) ?? '');
    return records.map((record) => {
      if (record === undefined) return null;
      const { sourceIndex, line, column, isIgnored, contentLine, contentLines } = record;
      const content = contentLine === NONE ? undefined : { first: contentLine, lines: contentLines };
      const [source, name] = [textOf(record.path), textOf(record.name)];
      return { source, sourceIndex, line: line + 1, column, name, isIgnored, content };
    });
  }
}

/** Decoded form of buffers in memory, so that the checksum of a cached buffer is computed once. */
const knownBlocks = new WeakMap<Buffer, Block>();

function blockOf(piece: Buffer, bytes: number): Block {
  const before = knownBlocks.get(piece);
  if (before !== undefined && piece.length === bytes) return before;
  checked(piece, bytes);
  const block = new Block(piece);
  knownBlocks.set(piece, block);
  return block;
}

/** As in trace-mapping: of segments exactly at the position the first, or with `lub` the last. */
function find(
  { line, column }: GeneratedPosition,
  numbers: readonly number[],
  blocks: ReadonlyMap<number, Block>,
  bias: Bias,
): BlockRecord | undefined {
  const first = blocks.get(numbers[0] ?? -1);
  if (first === undefined) return undefined;
  const [row, at] = [line - 1, Math.floor(column)];
  const upTo = first.countUpTo(row, at);
  const isExact = first.isAt(upTo - 1, row, at);
  if (bias === 'glb') return recordOn(first, isExact && first.isAt(upTo - 2, row, at) ? upTo - 2 : upTo - 1, row);
  if (isExact) return recordOn(first, upTo - 1, row);
  if (upTo < first.segments) return recordOn(first, upTo, row);
  const second = blocks.get(numbers[1] ?? -1);
  return second === undefined ? undefined : recordOn(second, 0, row);
}

const recordOn = (block: Block, segment: number, row: number): BlockRecord | undefined =>
  segment < 0 || segment >= block.segments || block.line(segment) !== row ? undefined : block.record(segment);
