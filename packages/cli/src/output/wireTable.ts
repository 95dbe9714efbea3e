import type { Wire } from './cells.js';
import type { Style } from './style.js';
import { table, type Column } from './table.js';

/** A column and what it shows of an object of the API. */
export interface WireColumn extends Column {
  readonly read: (row: Wire) => string;
}

/** A column of numbers. */
export const numeric = (title: string, read: WireColumn['read']): WireColumn => ({ title, align: 'right', read });

/** Objects of the API as a table; `empty` is the whole answer where there are none. */
export const wireTable = (columns: readonly WireColumn[], rows: readonly Wire[], style: Style, empty = ''): string =>
  table(
    columns,
    rows.map((row) => columns.map(({ read }) => read(row))),
    style,
    empty,
  );
