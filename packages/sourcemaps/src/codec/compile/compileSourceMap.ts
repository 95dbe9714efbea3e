import { readFile } from 'node:fs/promises';
import { HEAD, NONE } from '../layout.js';
import { BlockWriter, type Write } from './blockWriter.js';
import { checkMappings, type MappingsCheck } from './checkMappings.js';
import { ContentWriter, withLineFeeds } from './contentWriter.js';
import { emitSegments } from './emitSegments.js';
import { encodeHead } from './encodeHead.js';
import { FunctionNameWriter } from './functionNames/functionNameWriter.js';
import { FunctionWriter } from './functionWriter.js';
import { IndexFile } from './indexFile.js';
import { IndexSet } from './indexSet.js';
import { pathOf, readMapParts, type MapPart } from './mapParts.js';
import { NO_CONTENT, partTables, type ContentLines } from './partTables.js';

export { InvalidMapError } from './invalidMapError.js';

/** Result of compiling a map. Sizes in bytes. */
export interface CompiledMap {
  readonly originalBytes: number;
  readonly indexBytes: number;
  readonly headBytes: number;
  readonly segments: number;
  readonly sources: number;
  readonly names: number;
  /** Whether at least one source has its content. */
  readonly hasContents: boolean;
  /** Sentences that describe problems of the map. */
  readonly problems: readonly string[];
  /** UUID that the build wrote into the map, in lower case; `undefined` if it has none. */
  readonly debugId: string | undefined;
}

/**
 * Compiles the source map in the file `mapPath` into a new index at `indexPath`. Uses CPU for up to seconds; run it
 * in a worker thread. @throws InvalidMapError if the file is not a source map; then there is no index
 */
export async function compileSourceMap(mapPath: string, indexPath: string): Promise<CompiledMap> {
  const bytes = await readFile(mapPath);
  const { parts, debugId } = readMapParts(bytes);
  const file = new IndexFile(indexPath);
  try {
    const { head, ...stats } = writeBody(parts, bytes.length, file.write);
    await file.finish(head);
    return { ...stats, debugId };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Blocks of real maps are at most as long as the map; those of small maps a little longer. */
const MAX_GROWTH = 2;
const SMALL_BYTES = 1_048_576;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

function writeBody(
  parts: readonly MapPart[],
  originalBytes: number,
  write: Write,
): Omit<CompiledMap, 'debugId'> & { head: Buffer } {
  const contents = new ContentWriter(write);
  const tables = parts.map((part) => contentsOf(part, contents));
  contents.flush();
  const checks = parts.map(({ mappings }) => checkMappings(mappings));
  const blocks = new BlockWriter(write, MAX_GROWTH * originalBytes + SMALL_BYTES);
  const isOrdered = !checks.some(({ isMalformed }) => isMalformed) && inOrder(parts);
  const isEmitted = isOrdered && emitAll(parts, checks, tables, blocks);
  for (const text of blocks.longTexts) write(text);
  const functions = new FunctionWriter(write, originalBytes + SMALL_BYTES);
  const [sources, names] = [sum(parts.map((part) => part.sources.length)), sum(parts.map((part) => part.names.length))];
  eachPart(parts, (part, first) => functions.add(part, first));
  const functionNames = new FunctionNameWriter(write, originalBytes + SMALL_BYTES);
  if (isEmitted) addFunctionNames(functionNames, parts, tables);
  const generatedLines = parts.reduce((most, { line }, at) => Math.max(most, line + (checks[at]?.lines ?? 0)), 0);
  const { head, isWhole } = encodeHead({
    blocks,
    contents,
    functions,
    functionNames,
    isEmitted,
    originalBytes,
    generatedLines,
    sources,
    names,
  });
  return {
    head,
    originalBytes,
    indexBytes: head.readUInt32LE(HEAD.fileBytes),
    headBytes: head.length,
    segments: isWhole ? blocks.segments : 0,
    sources,
    names,
    hasContents: contents.ends.length > 0,
    problems: problemsOf(checks, isWhole, { functions, functionNames }),
  };
}

/** @param visit called with each part and the number of its first source among all */
function eachPart(parts: readonly MapPart[], visit: (part: MapPart, firstSource: number) => void): void {
  let first = 0;
  for (const part of parts) {
    visit(part, first);
    first += part.sources.length;
  }
}

/** Position of the content of each source. Typed arrays, because there may be millions of sources. */
interface ContentTable {
  readonly first: Uint32Array;
  readonly lines: Uint32Array;
  /** Sources to which a segment refers. */
  readonly mapped: IndexSet;
}

function contentsOf(part: MapPart, writer: ContentWriter): ContentTable {
  const count = Math.min(part.sources.length, part.contents.length);
  const table = { first: new Uint32Array(count), lines: new Uint32Array(count), mapped: new IndexSet() };
  for (let index = 0; index < count; index += 1) {
    const { first, lines } = writer.add(part.contents.text(index));
    table.first[index] = first;
    table.lines[index] = lines;
  }
  return table;
}

/** Blocks need the content of each source to which their segments refer. */
function contentAt({ first, lines, mapped }: ContentTable, source: number): ContentLines {
  mapped.add(source);
  return source < first.length ? { first: first[source] ?? NONE, lines: lines[source] ?? 0 } : NO_CONTENT;
}

/** Parses the sources to which segments refer; frames cannot be in others. */
function addFunctionNames(
  functionNames: FunctionNameWriter,
  parts: readonly MapPart[],
  tables: readonly ContentTable[],
): void {
  let firstSource = 0;
  for (const [at, part] of parts.entries()) {
    const mapped = tables[at]?.mapped;
    for (let source = 0; source < part.sources.length; source += 1) {
      if (mapped?.has(source) !== true) continue;
      const text = part.contents.text(source);
      functionNames.add(firstSource + source, pathOf(part, source), text === null ? null : withLineFeeds(text));
    }
    firstSource += part.sources.length;
  }
}

/** Sections out of order cannot be looked up. */
const inOrder = (parts: readonly MapPart[]): boolean =>
  parts.every(({ line, column }, index) => {
    const before = parts[index - 1];
    return before === undefined || line > before.line || (line === before.line && column >= before.column);
  });

function emitAll(
  parts: readonly MapPart[],
  checks: readonly MappingsCheck[],
  contents: readonly ContentTable[],
  blocks: BlockWriter,
): boolean {
  const first = { source: 0, name: 0 };
  for (const [index, part] of parts.entries()) {
    const check = checks[index];
    const table = contents[index];
    if (check === undefined || table === undefined) return false;
    blocks.begin(partTables(part, { ...first }, (source) => contentAt(table, source)));
    if (!emitSegments(part, check, blocks)) return false;
    first.source += part.sources.length;
    first.name += part.names.length;
  }
  blocks.flush();
  return !blocks.isFull;
}

function problemsOf(
  checks: readonly MappingsCheck[],
  isWhole: boolean,
  { functions, functionNames }: { readonly functions: FunctionWriter; readonly functionNames: FunctionNameWriter },
): readonly string[] {
  const total = (pick: (check: MappingsCheck) => number): number => sum(checks.map(pick));
  const [odd, cut, negative] = [total((one) => one.odd), total((one) => one.cut), total((one) => one.negative)];
  const problems: string[] = [];
  if (checks.some(({ isMalformed }) => isMalformed)) {
    problems.push('The mappings contain an invalid VLQ value; no frame of this file resolves.');
  } else if (!isWhole) {
    problems.push(
      'The mappings exceed the limits of the index (too many unsorted segments in a line, or too many blocks); no frame of this file resolves.',
    );
  }
  if (cut > 0) problems.push(`${cut} mappings end with an incomplete VLQ value and were skipped.`);
  if (odd > 0) problems.push(`${odd} mappings have two or three fields and are treated as unmapped.`);
  if (negative > 0) problems.push(`${negative} mappings have a negative column and were skipped.`);
  if (functions.leftOut > 0) {
    problems.push(`The function maps of ${functions.leftOut} sources exceed the size or count limit and were skipped.`);
  }
  if (functionNames.leftOut > 0) {
    problems.push(
      `${functionNames.leftOut} sources were too costly to parse: functions in them may have minified names.`,
    );
  }
  return problems;
}
