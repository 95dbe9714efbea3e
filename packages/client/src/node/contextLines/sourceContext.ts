import type { SourceContext } from '../../core/event.js';

const LONGEST = 200;
/** Characters before the column that are kept of a long line. */
const BEFORE_COLUMN = 60;
/** Longer lines are minified code or data. */
const MINIFIED = 1_000;
const MARK = '…';

/** A 1-based position in a file. */
interface Position {
  readonly line: number;
  readonly column?: number;
}

/**
 * Returns the lines around a position, each cut to 200 characters: its own line to the part around the column, from a comma, a
 * semicolon or the column on, the others to their start. `undefined` if the line does not exist or is minified.
 *
 * @param lines lines of the file @param most maximum lines on each side
 */
export function sourceContext(
  lines: readonly string[],
  { line, column = 1 }: Position,
  most: number,
): SourceContext | undefined {
  const own = lines[line - 1];
  if (own === undefined || own.length > MINIFIED) return undefined;
  const start = (text: string): string => cutLine(text, 1);
  return {
    before: lines.slice(Math.max(0, line - 1 - most), line - 1).map(start),
    line: cutLine(own, column),
    after: lines.slice(line, line + most).map(start),
  };
}

function cutLine(whole: string, column: number): string {
  const line = whole.trimEnd();
  if (line.length <= LONGEST) return line;
  const start = startOf(line, column - 1);
  const head = start > 0 ? MARK : '';
  const rest = head + line.slice(start);
  return rest.length <= LONGEST ? rest : rest.slice(0, LONGEST - 1) + MARK;
}

/** Start of a cut line: never between a name and its value, because `scrub` finds secrets by name. */
function startOf(line: string, at: number): number {
  const start = Math.max(0, Math.min(at - BEFORE_COLUMN, line.length - LONGEST + 1));
  if (start === 0) return 0;
  const delimiter = line.slice(start, at).search(/[,;]/);
  return delimiter < 0 ? Math.min(at, line.length) : start + delimiter + 1;
}
