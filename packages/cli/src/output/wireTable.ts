import { shortIds } from './shortIds.js';
import { text, type Wire } from './cells.js';
import type { Style } from './style.js';
import { table, type Column } from './table.js';

/** A column of API objects. */
export interface WireColumn<Row = Wire> extends Column {
  // A method, so that columns of every kind of row fit into one table.
  read(row: Row): string;
  /** Whether the column contains ids, which are shortened. */
  readonly isId?: boolean;
}

/** A column of shortened ids, which every command accepts. */
export const idColumn = <Field extends string = 'id'>(
  title: string,
  field?: Field,
): WireColumn<{ readonly [Name in Field]?: unknown }> => ({
  title,
  isId: true,
  isWhole: true,
  read: (row: Wire) => text(row[field ?? 'id']),
});

/** A right-aligned column of numbers. */
export const numeric = <Row = Wire>(title: string, read: (row: Row) => string): WireColumn<Row> => ({
  title,
  align: 'right',
  read,
});

/** Formats API objects as a table; `empty` is returned if there are none. */
export function wireTable(columns: readonly WireColumn[], rows: readonly Wire[], style: Style, empty = ''): string {
  const cells = columns.map((column) => {
    const texts = rows.map((row) => column.read(row));
    return column.isId === true ? shortIds(texts) : texts;
  });
  return table(
    columns,
    rows.map((_, index) => cells.map((column) => column[index] ?? '')),
    style,
    empty,
  );
}
