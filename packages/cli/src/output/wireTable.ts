import { shortIds } from './shortIds.js';
import { text, type Wire } from './cells.js';
import type { Style } from './style.js';
import { table, type Column } from './table.js';

/** A column of API objects. */
export interface WireColumn extends Column {
  readonly read: (row: Wire) => string;
  /** Whether the column contains ids, which are shortened. */
  readonly isId?: boolean;
}

/** A column of shortened ids, which every command accepts. */
export const idColumn = (title: string, field = 'id'): WireColumn => ({
  title,
  isId: true,
  isWhole: true,
  read: (row) => text(row[field]),
});

/** A right-aligned column of numbers. */
export const numeric = (title: string, read: WireColumn['read']): WireColumn => ({ title, align: 'right', read });

/** Formats API objects as a table; `empty` is returned if there are none. */
export function wireTable(columns: readonly WireColumn[], rows: readonly Wire[], style: Style, empty = ''): string {
  const cells = columns.map(({ read, isId }) => (isId === true ? shortIds(rows.map(read)) : rows.map(read)));
  return table(
    columns,
    rows.map((_, index) => cells.map((column) => column[index] ?? '')),
    style,
    empty,
  );
}
