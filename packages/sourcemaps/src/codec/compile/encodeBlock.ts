import { crc32 } from 'node:zlib';
import { aligned, bitsFor, BLOCK, IGNORED, NONE, SLACK_BYTES } from '../layout.js';
import { BitWriter } from './bitWriter.js';
import type { HeldSegments } from './heldSegments.js';
import { LocalIndexes } from './localIndexes.js';
import type { PartTables } from './partTables.js';

/** Texts in the form of a block. */
export interface BlockTexts {
  readonly path: (source: number) => Buffer | undefined;
  readonly name: (name: number) => Buffer;
}

type Field = 'line' | 'column' | 'source' | 'originalLine' | 'originalColumn' | 'name';

/** Everything that determines the bytes of a block. */
interface Plan {
  readonly from: number;
  readonly to: number;
  readonly minLine: number;
  readonly minColumn: number;
  readonly minOriginalColumn: number;
  readonly sources: LocalIndexes;
  readonly names: LocalIndexes;
  readonly widths: Readonly<Record<Field, number>>;
}

/** Returns the bytes of a block of the segments from `from` up to `to` (exclusive), in the format of `layout.ts`. */
export function encodeBlock(
  held: HeldSegments,
  [from, to]: readonly [number, number],
  tables: PartTables,
  texts: BlockTexts,
): Buffer {
  const plan = planOf(held, from, to);
  const { sources, names, widths } = plan;
  const count = to - from;
  const paths = sources.globals.map(texts.path);
  const nameTexts = names.globals.map(texts.name);
  const nameEnds = BLOCK.header + BLOCK.source * sources.size;
  const keys = aligned(nameEnds + 2 * names.size);
  const records = aligned(keys + Math.ceil((count * (widths.line + widths.column)) / 8));
  const recordBits = widths.source + widths.originalLine + widths.originalColumn + widths.name;
  const textsOffset = aligned(records + Math.ceil((count * recordBits) / 8));
  const textBytes = [...paths, ...nameTexts].reduce((sum, text) => sum + (text?.length ?? 0), 0);
  const block = Buffer.alloc(aligned(textsOffset + textBytes) + SLACK_BYTES);
  writeHeader(block, plan, textsOffset);
  const at = writeSources(block, { plan, tables, paths, textsOffset });
  writeNames(block, nameTexts, { nameEnds, at });
  writeSegments(block, held, plan, { keys, records });
  block.writeUInt32LE(crc32(block.subarray(4)), 0);
  return block;
}

function planOf(held: HeldSegments, from: number, to: number): Plan {
  const sources = new LocalIndexes();
  const names = new LocalIndexes();
  const columns = { min: NONE, max: 0 };
  const original = { min: NONE, max: 0 };
  for (let at = from; at < to; at += 1) {
    widen(columns, held.column[at] ?? 0);
    const source = held.source[at] ?? -1;
    if (source === -1) continue;
    sources.add(source, held.originalLine[at] ?? 0);
    widen(original, held.originalColumn[at] ?? 0);
    const name = held.name[at] ?? -1;
    if (name !== -1) names.add(name, 0);
  }
  if (original.min === NONE) original.min = 0;
  const minLine = held.line[from] ?? 0;
  const widths = {
    line: bitsFor((held.line[to - 1] ?? 0) - minLine),
    column: bitsFor(columns.max - columns.min),
    source: bitsFor(sources.size),
    originalLine: bitsFor(sources.widest()),
    originalColumn: bitsFor(original.max - original.min),
    name: bitsFor(names.size),
  };
  return { from, to, minLine, minColumn: columns.min, minOriginalColumn: original.min, sources, names, widths };
}

function widen(range: { min: number; max: number }, value: number): void {
  if (value < range.min) range.min = value;
  if (value > range.max) range.max = value;
}

function writeHeader(block: Buffer, plan: Plan, textsOffset: number): void {
  const { widths, sources, names } = plan;
  block.writeUInt16LE(plan.to - plan.from, BLOCK.segments);
  block[BLOCK.lineBits] = widths.line;
  block[BLOCK.columnBits] = widths.column;
  block[BLOCK.sourceBits] = widths.source;
  block[BLOCK.originalLineBits] = widths.originalLine;
  block[BLOCK.originalColumnBits] = widths.originalColumn;
  block[BLOCK.nameBits] = widths.name;
  block.writeUInt16LE(sources.size, BLOCK.sources);
  block.writeUInt16LE(names.size, BLOCK.names);
  block.writeUInt32LE(plan.minLine, BLOCK.minLine);
  block.writeUInt32LE(plan.minColumn, BLOCK.minColumn);
  block.writeUInt32LE(plan.minOriginalColumn, BLOCK.minOriginalColumn);
  block.writeUInt32LE(textsOffset, BLOCK.textsOffset);
}

interface SourceParts {
  readonly plan: Plan;
  readonly tables: PartTables;
  readonly paths: readonly (Buffer | undefined)[];
  readonly textsOffset: number;
}

/** @returns the offset after the last path */
function writeSources(block: Buffer, { plan: { sources }, tables, paths, textsOffset }: SourceParts): number {
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
  return at;
}

function writeNames(block: Buffer, texts: readonly Buffer[], { nameEnds, at }: { nameEnds: number; at: number }): void {
  let end = 0;
  for (const [local, text] of texts.entries()) {
    text.copy(block, at + end);
    end += text.length;
    block.writeUInt16LE(end, nameEnds + 2 * local);
  }
}

function writeSegments(block: Buffer, held: HeldSegments, plan: Plan, at: { keys: number; records: number }): void {
  const { widths, sources, names, minLine, minColumn, minOriginalColumn } = plan;
  const keys = new BitWriter(block, at.keys);
  const records = new BitWriter(block, at.records);
  for (let segment = plan.from; segment < plan.to; segment += 1) {
    keys.write((held.column[segment] ?? 0) - minColumn, widths.column);
    keys.write((held.line[segment] ?? 0) - minLine, widths.line);
    const source = held.source[segment] ?? -1;
    const isMapped = source !== -1;
    const local = isMapped ? sources.local(source) : sources.size;
    const name = isMapped ? (held.name[segment] ?? -1) : -1;
    records.write(local, widths.source);
    records.write(isMapped ? (held.originalLine[segment] ?? 0) - sources.lowest(local) : 0, widths.originalLine);
    records.write(isMapped ? (held.originalColumn[segment] ?? 0) - minOriginalColumn : 0, widths.originalColumn);
    records.write(name === -1 ? 0 : names.local(name) + 1, widths.name);
  }
  keys.end();
  records.end();
}
