import { printable } from './printable.js';
import type { Style } from './style.js';

/** A column: its title, and `right` for numbers. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/**
 * A table for people: a bold heading, columns two blanks apart, no rules, no trailing blanks. Cells hold plain text;
 * control characters in them are made visible. `empty` is the whole answer where there are no rows.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  style: Style,
  empty = 'Nothing to show.',
): string {
  if (rows.length === 0) return empty;
  const cells = rows.map((row) => row.map(printable));
  const widths = columns.map(({ title }, index) =>
    Math.max(width(title), ...cells.map((row) => width(row[index] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    columns
      .map(({ align }, index) => pad(row[index] ?? '', widths[index] ?? 0, align ?? 'left'))
      .join('  ')
      .trimEnd();
  return [style.bold(line(columns.map(({ title }) => title))), ...cells.map(line)].join('\n');
}

/** Name and value pairs, one a line, values in one column. */
export function facts(entries: readonly (readonly [string, string])[], style: Style): string {
  const name = Math.max(...entries.map(([label]) => width(label)));
  return entries.map(([label, value]) => `${style.dim(pad(label, name, 'left'))}  ${printable(value)}`).join('\n');
}

const width = (text: string): number => Array.from(text).length;

function pad(text: string, to: number, align: 'left' | 'right'): string {
  const blanks = ' '.repeat(Math.max(0, to - width(text)));
  return align === 'left' ? text + blanks : blanks + text;
}
