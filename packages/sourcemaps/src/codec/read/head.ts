import { crc32 } from 'node:zlib';
import { FLAGS, HEAD, HEAD_START_BYTES, INDEX_FORMAT, MAGIC } from '../layout.js';
import { DamagedIndexError } from './damagedIndexError.js';

/** A byte range of an index. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Adjacent pieces: the end of each, relative to the start of the first. */
interface Pieces {
  readonly count: number;
  readonly range: (index: number) => ByteRange;
}

/** Pieces ordered by line and column, 0-based. */
export interface OrderedPieces extends Pieces {
  readonly line: (index: number) => number;
  readonly column: (index: number) => number;
  /** Returns the last piece that begins at or before a position; -1 if there is none. */
  readonly lastUpTo: (line: number, column: number) => number;
}

/** Pieces ordered by source, line (1-based) and column. */
interface SourcePieces extends Pieces {
  /** Returns the last piece of the source that begins at or before a position; -1 if there is none. */
  readonly lastUpTo: (source: number, line: number, column: number) => number;
}

/** A decoded head. */
export interface Head {
  readonly bytes: number;
  readonly flags: number;
  readonly generatedLines: number;
  readonly blocks: OrderedPieces;
  readonly chunks: OrderedPieces;
  readonly functions: Pieces & { readonly pieceOf: (source: number) => number };
  readonly functionNames: SourcePieces;
  readonly longTextsOffset: number;
  readonly functionsOffset: number;
}

/**
 * Returns the length of the head that starts with these {@link HEAD_START_BYTES}. @throws DamagedIndexError if it is
 * not a head
 */
export function headBytesOf(start: Buffer): number {
  if (start.length < HEAD_START_BYTES || !start.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new DamagedIndexError('this is not the head of an index');
  }
  return start.readUInt32LE(HEAD.headBytes);
}

/** Decodes a head. @throws DamagedIndexError if any byte is not valid */
export function readHead(bytes: Buffer): Head {
  if (headBytesOf(bytes) !== bytes.length) throw new DamagedIndexError('the head is not as long as it was');
  const field = (name: keyof typeof HEAD): number => bytes.readUInt32LE(HEAD[name]);
  if (bytes.readUInt16LE(HEAD.format) !== INDEX_FORMAT) throw new DamagedIndexError('the index has another format');
  const zero = Buffer.alloc(4);
  const crc = crc32(bytes.subarray(HEAD.crc + 4), crc32(zero, crc32(bytes.subarray(0, HEAD.crc))));
  if (crc !== field('crc')) throw new DamagedIndexError('the head does not have its checksum');
  const [blocks, chunks] = [field('blocks'), field('chunks')];
  const [functions, names] = [field('functionMaps'), field('functionNames')];
  if (bytes.length !== HEAD_START_BYTES + 12 * blocks + 12 * chunks + 8 * functions + 16 * names) {
    throw new DamagedIndexError('head counts do not match its length');
  }
  const chunksAt = HEAD_START_BYTES + 12 * blocks;
  const functionsAt = chunksAt + 12 * chunks;
  const namesAt = functionsAt + 8 * functions;
  return {
    bytes: bytes.length,
    flags: bytes.readUInt16LE(HEAD.flags),
    generatedLines: field('generatedLines'),
    blocks: orderedPieces(bytes, { at: HEAD_START_BYTES, count: blocks, from: field('blocksOffset') }),
    chunks: orderedPieces(bytes, { at: chunksAt, count: chunks, from: field('chunksOffset') }),
    functions: {
      ...pieces(bytes, { at: functionsAt + 4 * functions, count: functions, from: field('functionsOffset') }),
      pieceOf: (source) => findWord(bytes, { at: functionsAt, count: functions }, source),
    },
    functionNames: sourcePieces(bytes, { at: namesAt, count: names, from: field('functionNamesOffset') }),
    longTextsOffset: field('longTextsOffset'),
    functionsOffset: field('functionsOffset'),
  };
}

export const hasFlag = ({ flags }: Head, flag: keyof typeof FLAGS): boolean => (flags & FLAGS[flag]) !== 0;

interface Table {
  /** Offset of its first word. */
  readonly at: number;
  readonly count: number;
}

function pieces(bytes: Buffer, { at, count, from }: Table & { readonly from: number }): Pieces {
  const end = (index: number): number => (index < 0 ? 0 : bytes.readUInt32LE(at + 4 * index));
  return {
    count,
    range: (index) => ({ offset: from + end(index - 1), length: end(index) - end(index - 1) }),
  };
}

function orderedPieces(bytes: Buffer, table: Table & { readonly from: number }): OrderedPieces {
  const { at, count, from } = table;
  const line = (index: number): number => bytes.readUInt32LE(at + 4 * index);
  const column = (index: number): number => bytes.readUInt32LE(at + 4 * (count + index));
  return {
    ...pieces(bytes, { at: at + 8 * count, count, from }),
    line,
    column,
    lastUpTo: (wantedLine, wantedColumn) => {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const found = line(middle);
        if (found < wantedLine || (found === wantedLine && column(middle) <= wantedColumn)) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    },
  };
}

function sourcePieces(bytes: Buffer, table: Table & { readonly from: number }): SourcePieces {
  const { at, count, from } = table;
  const word = (column: number, index: number): number => bytes.readUInt32LE(at + 4 * (column * count + index));
  return {
    ...pieces(bytes, { at: at + 12 * count, count, from }),
    lastUpTo: (source, line, column) => {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const order = word(0, middle) - source || word(1, middle) - line || word(2, middle) - column;
        if (order <= 0) low = middle + 1;
        else high = middle;
      }
      return low > 0 && word(0, low - 1) === source ? low - 1 : -1;
    },
  };
}

/** Returns the index of a word in an ascending table; -1 if it is missing. */
function findWord(bytes: Buffer, { at, count }: Table, word: number): number {
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = bytes.readUInt32LE(at + 4 * middle);
    if (found === word) return middle;
    if (found < word) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
