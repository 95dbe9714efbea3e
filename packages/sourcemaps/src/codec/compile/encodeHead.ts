import { crc32 } from 'node:zlib';
import { FLAGS, HEAD, HEAD_START_BYTES, INDEX_FORMAT, MAGIC, MAX_HEAD_BYTES } from '../layout.js';
import type { BlockWriter } from './blockWriter.js';
import type { ContentWriter } from './contentWriter.js';
import type { FunctionNameWriter } from './functionNames/functionNameWriter.js';
import type { FunctionWriter } from './functionWriter.js';
import type { GrowingWords } from './growingWords.js';

/** Facts about the body that the head records. */
export interface HeadFacts {
  readonly blocks: BlockWriter;
  readonly contents: ContentWriter;
  readonly functions: FunctionWriter;
  readonly functionNames: FunctionNameWriter;
  /** Whether all segments are in blocks. */
  readonly isEmitted: boolean;
  readonly originalBytes: number;
  readonly generatedLines: number;
  readonly sources: number;
  readonly names: number;
}

/**
 * Returns the head of an index, in the format of `layout.ts`. `isWhole` is false for a malformed map: blocks written
 * before the problem was found stay in the file and are never read.
 */
export function encodeHead(facts: HeadFacts): { readonly head: Buffer; readonly isWhole: boolean } {
  const { blocks, contents, functions, functionNames, isEmitted } = facts;
  const ofBlocks = [blocks.lines, blocks.columns, blocks.ends];
  const { sources, lines, columns, ends } = functionNames;
  const others = [
    contents.lines,
    contents.columns,
    contents.ends,
    functions.sources,
    functions.ends,
    sources,
    lines,
    columns,
    ends,
  ];
  const isWhole = isEmitted && HEAD_START_BYTES + bytesOf([...ofBlocks, ...others]) <= MAX_HEAD_BYTES;
  const words = isWhole ? [...ofBlocks, ...others] : others;
  const head = Buffer.alloc(HEAD_START_BYTES + bytesOf(words));
  MAGIC.copy(head);
  head.writeUInt16LE(INDEX_FORMAT, HEAD.format);
  const flags =
    (isWhole ? 0 : FLAGS.malformed) |
    (contents.ends.length > 0 ? FLAGS.contents : 0) |
    (functions.ends.length > 0 ? FLAGS.functions : 0) |
    (ends.length > 0 ? FLAGS.functionNames : 0) |
    (functionNames.isComplete ? FLAGS.allFunctionNames : 0);
  head.writeUInt16LE(flags, HEAD.flags);
  for (const [name, value] of Object.entries(fieldsOf(facts, head.length, isWhole))) {
    head.writeUInt32LE(value, HEAD[name as keyof typeof HEAD]);
  }
  let at = HEAD_START_BYTES;
  for (const table of words) at = table.copy(head, at);
  head.writeUInt32LE(crc32(head), HEAD.crc);
  return { head, isWhole };
}

function fieldsOf(
  facts: HeadFacts,
  headBytes: number,
  isWhole: boolean,
): Readonly<Partial<Record<keyof typeof HEAD, number>>> {
  const { blocks, contents, functions, functionNames, originalBytes, generatedLines, sources, names } = facts;
  const blocksOffset = headBytes + contents.bytes;
  const longTextsOffset = blocksOffset + blocks.bytes;
  const functionsOffset = longTextsOffset + blocks.longBytes;
  const functionNamesOffset = functionsOffset + functions.bytes;
  return {
    headBytes,
    originalBytes,
    generatedLines,
    sources,
    names,
    blocks: isWhole ? blocks.ends.length : 0,
    segments: isWhole ? blocks.segments : 0,
    chunks: contents.ends.length,
    chunksOffset: headBytes,
    blocksOffset,
    longTextsOffset,
    functionsOffset,
    functionNamesOffset,
    functionMaps: functions.ends.length,
    functionNames: functionNames.ends.length,
    fileBytes: functionNamesOffset + functionNames.bytes,
  };
}

const bytesOf = (tables: readonly GrowingWords[]): number => tables.reduce((sum, { length }) => sum + 4 * length, 0);
