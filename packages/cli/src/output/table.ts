import { printable } from './printable.js';
import type { Style } from './style.js';

/** A table column: title, alignment, and styling by cell text. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Never truncated. */
  readonly isWhole?: boolean;
  /** May be dropped if the terminal is too narrow, last column first; empty ones are dropped, too. */
  readonly isOptional?: boolean;
  /** Styles a cell. @param text full text of the cell */
  readonly paint?: (text: string, style: Style) => (text: string) => string;
}

/** Gap between columns in characters. */
const GAP = 2;

/** Minimum width of a truncated column. */
const LEAST_WIDTH = 12;

/**
 * Formats a table: bold headings, two blanks between columns, no rules, no trailing blanks. Control characters in cells are
 * made visible. If the style has a width, text columns are truncated, the widest first and the first column last, until the
 * lines fit; a final line names columns that were dropped. `empty` is returned if there are no rows.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  style: Style,
  empty = 'Nothing to show.',
): string {
  if (rows.length === 0) return empty;
  const cells = rows.map((row) => row.map(printable));
  const whole = columns.map((column, index): Sized => {
    const widest = Math.max(width(column.title), ...cells.map((row) => width(row[index] ?? '')));
    const isEmpty = index > 0 && cells.every((row) => EMPTY.has(row[index] ?? ''));
    return { ...column, index, width: widest, isEmpty };
  });
  const [shown, left] = withRoom(whole, style.width);
  const sized = fitted(shown, style.width);
  const heading = line(sized.map(({ title, align, width: to }) => pad(title, to, align)));
  const body = cells.map((row) =>
    line(
      sized.map(({ align, paint, index, width: to }) => {
        const text = row[index] ?? '';
        const cell = pad(cut(text, to), to, align);
        return paint === undefined ? cell : paint(text, style)(cell);
      }),
    ),
  );
  const note = left.length === 0 ? [] : [style.dim(`Not shown at this width: ${left.join(', ')}`)];
  return [style.bold(heading), ...body, ...note].join('\n');
}

/** A column with its index and width. */
interface Sized extends Column {
  readonly index: number;
  readonly width: number;
  /** Contains only blanks, `-` and `0`. */
  readonly isEmpty: boolean;
}

const line = (cells: readonly string[]): string => cells.join(' '.repeat(GAP)).trimEnd();

const EMPTY: ReadonlySet<string> = new Set(['', '-', '0']);

const isText = ({ align, isWhole }: Column): boolean => align !== 'right' && isWhole !== true;

/**
 * Returns the columns that fit at their minimum widths, and the titles of dropped ones: empty columns first, then optional ones.
 */
function withRoom(
  columns: readonly Sized[],
  most = Infinity,
): readonly [shown: readonly Sized[], left: readonly string[]] {
  const least = (column: Sized): number => (isText(column) ? Math.min(column.width, LEAST_WIDTH) : column.width);
  const shown = [...columns];
  while (shown.reduce((sum, column) => sum + least(column) + GAP, -GAP) > most) {
    const empty = shown.map(({ isEmpty }) => isEmpty).lastIndexOf(true);
    const last = empty === -1 ? shown.map(({ isOptional }) => isOptional).lastIndexOf(true) : empty;
    if (last === -1) break;
    shown.splice(last, 1);
  }
  const left = columns.filter((column) => !shown.includes(column)).map(({ title }) => title);
  return [shown, left];
}

/** Truncates text columns until the table fits the terminal. */
function fitted(columns: readonly Sized[], most: number | undefined): readonly Sized[] {
  const result = columns.map((column) => column.width);
  const total = (): number => result.reduce((sum, each) => sum + each, GAP * (result.length - 1));
  const canBeCut = columns.map(isText);
  while (most !== undefined && total() > most) {
    const wide = result.flatMap((each, index) => (canBeCut[index] === true && each > LEAST_WIDTH ? [index] : []));
    const [widest] = (wide.some((index) => index > 0) ? wide.filter((index) => index > 0) : wide).sort(
      (left, right) => (result[right] ?? 0) - (result[left] ?? 0),
    );
    if (widest === undefined) break;
    result[widest] = (result[widest] ?? 0) - 1;
  }
  return columns.map((column, index) => ({ ...column, width: result[index] ?? 0 }));
}

const MOMENT = /^\d{4}-(\d\d-\d\d)T(\d\d:\d\d):\d\dZ$/;

/** Returns the text; if it is too long, a timestamp without year and seconds, or the text with an ellipsis. */
function cut(text: string, to: number): string {
  const characters = Array.from(text);
  const [, day = '', time = ''] = MOMENT.exec(text) ?? [];
  if (characters.length > to && day !== '' && to >= LEAST_WIDTH) return `${day} ${time}`;
  return characters.length <= to ? text : `${characters.slice(0, to - 1).join('')}…`;
}

/** Formats name and value pairs, one per line, with aligned values. */
export function facts(entries: readonly (readonly [string, string])[], style: Style): string {
  const name = Math.max(...entries.map(([label]) => width(label)));
  return entries.map(([label, value]) => `${style.dim(pad(label, name, 'left'))}  ${printable(value)}`).join('\n');
}

const width = (text: string): number => Array.from(text).length;

function pad(text: string, to: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, to - width(text)));
  return align === 'left' ? text + blanks : blanks + text;
}
