import { shortIds } from './shortIds.js';
import { text, type Wire } from './cells.js';
import type { Style } from './style.js';
import { table, type Column } from './table.js';

/** A column and what it shows of an object of the API. */
export interface WireColumn extends Column {
  readonly read: (row: Wire) => string;
  /** Whether it shows ids, which are shortened as far as they can be told apart. */
  readonly isId?: boolean;
}

/** A column of ids: shown as their beginnings, which every command accepts. */
export const idColumn = (title: string, field = 'id'): WireColumn => ({
  title,
  isId: true,
  isWhole: true,
  read: (row) => text(row[field]),
});

/** A column of numbers. */
export const numeric = (title: string, read: WireColumn['read']): WireColumn => ({ title, align: 'right', read });

/** Objects of the API as a table; `empty` is the whole answer where there are none. */
export function wireTable(columns: readonly WireColumn[], rows: readonly Wire[], style: Style, empty = ''): string {
  const cells = columns.map(({ read, isId }) => (isId === true ? shortIds(rows.map(read)) : rows.map(read)));
  return table(
    columns,
    rows.map((_, index) => cells.map((column) => column[index] ?? '')),
    style,
    empty,
  );
}
