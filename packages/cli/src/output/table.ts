import { printable } from './printable.js';
import type { Style } from './style.js';

/** A column: its title, `right` for numbers, and how a cell is colored by its text. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Never cut: what is shown would be of no use otherwise. */
  readonly isWhole?: boolean;
  /** The mark-up of a cell. @param text the cell's whole text */
  readonly paint?: (text: string, style: Style) => (text: string) => string;
}

/** Characters between two columns. */
const GAP = 2;

/** No column of text is cut below this: less than that says nothing. */
const LEAST_WIDTH = 12;

/**
 * A table for people: a bold heading, columns two blanks apart, no rules, no trailing blanks. Cells hold plain text;
 * control characters in them are made visible. Where the style has a width, columns of text are cut, the widest first and
 * the first column last, until a line fits. `empty` is the whole answer where there are no rows.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  style: Style,
  empty = 'Nothing to show.',
): string {
  if (rows.length === 0) return empty;
  const cells = rows.map((row) => row.map(printable));
  const widths = fitted(
    columns,
    columns.map(({ title }, index) => Math.max(width(title), ...cells.map((row) => width(row[index] ?? '')))),
    style.width,
  );
  const heading = line(columns.map(({ title, align }, index) => pad(title, widths[index] ?? 0, align)));
  const body = cells.map((row) =>
    line(
      columns.map(({ align, paint }, index) => {
        const text = row[index] ?? '';
        const cell = pad(cut(text, widths[index] ?? 0), widths[index] ?? 0, align);
        return paint === undefined ? cell : paint(text, style)(cell);
      }),
    ),
  );
  return [style.bold(heading), ...body].join('\n');
}

const line = (cells: readonly string[]): string => cells.join(' '.repeat(GAP)).trimEnd();

/** Widths that fit the terminal, as far as columns of text can be cut. */
function fitted(columns: readonly Column[], widths: readonly number[], most: number | undefined): readonly number[] {
  const result = [...widths];
  const total = (): number => result.reduce((sum, each) => sum + each, GAP * (result.length - 1));
  const isText = columns.map(({ align, isWhole }) => align !== 'right' && isWhole !== true);
  while (most !== undefined && total() > most) {
    const wide = result.flatMap((each, index) => (isText[index] === true && each > LEAST_WIDTH ? [index] : []));
    const [widest] = (wide.some((index) => index > 0) ? wide.filter((index) => index > 0) : wide).sort(
      (left, right) => (result[right] ?? 0) - (result[left] ?? 0),
    );
    if (widest === undefined) break;
    result[widest] = (result[widest] ?? 0) - 1;
  }
  return result;
}

/** The text, with an ellipsis for its last character where it is longer. */
function cut(text: string, to: number): string {
  const characters = Array.from(text);
  return characters.length <= to ? text : `${characters.slice(0, to - 1).join('')}…`;
}

/** Name and value pairs, one a line, values in one column. */
export function facts(entries: readonly (readonly [string, string])[], style: Style): string {
  const name = Math.max(...entries.map(([label]) => width(label)));
  return entries.map(([label, value]) => `${style.dim(pad(label, name, 'left'))}  ${printable(value)}`).join('\n');
}

const width = (text: string): number => Array.from(text).length;

function pad(text: string, to: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, to - width(text)));
  return align === 'left' ? text + blanks : blanks + text;
}
