import { runCooperatively, type PausableTask } from '@sluice/runtime';
import { inflated } from './checked.js';
import { cutLine } from './cutLine.js';
import { DamagedIndexError } from './damagedIndexError.js';
import type { ByteRange, OrderedPieces } from './head.js';
import type { MappedPosition, ReadRanges } from './mappedPosition.js';

/** Lines of an original source. */
export interface SourceContext {
  readonly before: readonly string[];
  /** Complete, unless it spans several chunks: then it is cut as `cutLine` does. */
  readonly line: string;
  readonly after: readonly string[];
}

/** Chunks that are read to get a complete line. */
const MAX_CHUNKS = 4;

/**
 * Reads the lines around positions. Lines other than that of the position may be cut if they span several chunks.
 * `null` if the source has no content or not that line. One call of `read`; yields in between.
 */
export async function readContexts(
  chunks: OrderedPieces,
  positions: readonly MappedPosition[],
  linesEachSide: number,
  read: ReadRanges,
): Promise<readonly (SourceContext | null)[]> {
  const plans = positions.map((position) => planOf(chunks, position, linesEachSide));
  const numbers = [...new Set(plans.flatMap((plan) => plan?.chunks ?? []))];
  const stream: LineStream = { chunks, texts: await readLines(chunks, numbers, read) };
  return plans.map((plan) => (plan === undefined ? null : contextOf(stream, plan)));
}

/** Splits chunks into lines. */
async function readLines(
  chunks: OrderedPieces,
  numbers: readonly number[],
  read: ReadRanges,
): Promise<LineStream['texts']> {
  if (numbers.length === 0) return new Map();
  const ranges = numbers.map(chunks.range);
  return runCooperatively(inflateLines(numbers, ranges, await read(ranges)));
}

function* inflateLines(
  numbers: readonly number[],
  ranges: readonly ByteRange[],
  pieces: readonly Buffer[],
): PausableTask<LineStream['texts']> {
  const texts = new Map<number, readonly string[]>();
  for (const [index, number] of numbers.entries()) {
    const piece = pieces[index];
    if (piece === undefined) throw new DamagedIndexError('a chunk is missing');
    texts.set(number, inflated(piece, ranges[index]?.length ?? 0).split('\n'));
    yield;
  }
  return texts;
}

interface Plan {
  /** Index among the lines of all contents. */
  readonly line: number;
  /** First and last line to return. */
  readonly first: number;
  readonly last: number;
  readonly column: number;
  /** The position's line spans too many chunks. */
  readonly isLong: boolean;
  readonly chunks: readonly number[];
}

interface LineStream {
  readonly chunks: OrderedPieces;
  /** Lines of the chunks that were read. */
  readonly texts: ReadonlyMap<number, readonly string[]>;
}

function planOf(chunks: OrderedPieces, position: MappedPosition, linesEachSide: number): Plan | undefined {
  const { content, column } = position;
  if (content === undefined || position.line > content.lines) return undefined;
  const line = content.first + position.line - 1;
  const first = Math.max(content.first, line - linesEachSide);
  const last = Math.min(content.first + content.lines - 1, line + linesEachSide);
  const [from, to] = [chunks.lastUpTo(line, 0), lastOf(chunks, line)];
  const isLong = to - from >= MAX_CHUNKS;
  const at = chunks.lastUpTo(line, column);
  const own = isLong ? [at - 1, at, at + 1].filter((chunk) => chunk >= from && chunk <= to) : span(from, to);
  const others = span(first, last).flatMap((other) => {
    const start = chunks.lastUpTo(other, 0);
    return [start, Math.min(start + 1, lastOf(chunks, other))];
  });
  return { line, first, last, column, isLong, chunks: [...own, ...others] };
}

/** Returns the last chunk that contains part of a line. */
const lastOf = (chunks: OrderedPieces, line: number): number =>
  Math.max(chunks.lastUpTo(line, Number.MAX_SAFE_INTEGER), 0);

const span = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

function contextOf(stream: LineStream, plan: Plan): SourceContext {
  const { first, line, last } = plan;
  const textOf = (target: number): string => startOf(stream, target);
  return {
    before: span(first, line - 1).map(textOf),
    line: plan.isLong ? around(stream, plan) : textOf(line),
    after: span(line + 1, last).map(textOf),
  };
}

/** Returns a line from its start, as far as it was read. */
function startOf({ chunks, texts }: LineStream, line: number): string {
  let text = '';
  for (let chunk = chunks.lastUpTo(line, 0); ; chunk += 1) {
    const piece = texts.get(chunk)?.[line - chunks.line(chunk)];
    if (piece === undefined) return text;
    text += piece;
    if (chunk + 1 >= chunks.count || chunks.line(chunk + 1) !== line || chunks.column(chunk + 1) === 0) return text;
  }
}

/**
 * Returns the cut text around the column of a line that is not read completely: the chunk of the column and a
 * neighbor on each side.
 */
function around({ chunks, texts }: LineStream, { line, column }: Plan): string {
  const at = chunks.lastUpTo(line, column);
  const near = [at - 1, at, at + 1].filter(
    (chunk) => chunk >= 0 && chunk <= lastOf(chunks, line) && chunk >= chunks.lastUpTo(line, 0),
  );
  const [first = at] = near;
  const offset = chunks.line(first) === line ? chunks.column(first) : 0;
  const text = near.map((chunk) => texts.get(chunk)?.[line - chunks.line(chunk)] ?? '').join('');
  return cutLine(text, column - offset);
}
