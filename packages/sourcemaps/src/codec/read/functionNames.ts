import { NAME_WORD } from '../layout.js';
import { FunctionTable } from './functionTable.js';
import type { Head } from './head.js';
import type { MappedPosition, ReadRanges } from './mappedPosition.js';

/** The function that contains a position, as declared in the text of its source. */
export interface EnclosingFunction {
  /** Whether the position is outside all functions. */
  readonly isTopLevel: boolean;
  /** Name of the innermost function; `null` if it has none. */
  readonly own: string | null;
  /** Name of the innermost named function; `null` if there is none. */
  readonly nearest: string | null;
}

const TOP_LEVEL: EnclosingFunction = { isTopLevel: true, own: null, nearest: null };
const NAMELESS: EnclosingFunction = { isTopLevel: false, own: null, nearest: null };

/**
 * Finds the functions that contain positions; `undefined` if the source was not parsed. One call of `read`. @throws
 * {DamagedIndexError}
 */
export async function readFunctionNames(
  pieces: Head['functionNames'],
  positions: readonly MappedPosition[],
  read: ReadRanges,
): Promise<readonly (EnclosingFunction | undefined)[]> {
  const needed = positions.map(({ sourceIndex, line, column }) => pieces.lastUpTo(sourceIndex, line, column));
  const numbers = [...new Set(needed)].filter((number) => number !== -1);
  if (numbers.length === 0) return positions.map(() => undefined);
  const ranges = numbers.map(pieces.range);
  const found = await read(ranges);
  const tables = new Map(
    numbers.map((number, index) => [number, FunctionTable.open(found[index], ranges[index]?.length ?? 0)]),
  );
  return positions.map(({ line, column }, index) => {
    const table = tables.get(needed[index] ?? -1);
    return table && enclosingFunction(table, table.wordAt(line, column));
  });
}

function enclosingFunction(table: FunctionTable, word: number): EnclosingFunction {
  if (word === NAME_WORD.outside) return TOP_LEVEL;
  if (word === NAME_WORD.nameless) return NAMELESS;
  const nearest = table.name((word - NAME_WORD.first) >> 1);
  return { isTopLevel: false, own: (word - NAME_WORD.first) % 2 === 0 ? nearest : null, nearest };
}
