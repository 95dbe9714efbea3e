import type { ReactNode } from 'react';
import type { KeyMap } from '../lib/useKeys';
import type { List } from '../api/useList';
import type { SearchPatch } from '../lib/useSearch';

/** A column of a `DataTable`. */
export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Width in CSS, such as `96px`. One column has none and gets the rest; below 700 px, where rows are cards, a line of its own. */
  readonly width?: string;
  /** Numbers are at the end; in cards the name of the column is before them. */
  readonly align?: 'start' | 'end';
  /** In cards the name of the column is before the cell, as before numbers. */
  readonly isNamed?: boolean;
  /** Value of `sort` that sorts by this column. The head becomes a button. */
  readonly sort?: string;
  /** The cell is the link of the row. One column has it if the table has `rowLink`. */
  readonly isTitle?: boolean;
  /** Hidden where there is no room for it: below 1100 px, or between 700 and 800 px; cards have room again. */
  readonly hideBelow?: 1100 | 800;
}

/** Selected rows by their keys. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly set: (keys: ReadonlySet<string>) => void;
}

/** Properties of a `DataTable`. Columns and functions are best constants outside of the component. */
export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly list: List<Row>;
  /** What a row is, if newer ones are offered: `trace`. */
  readonly noun?: string;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Page of a row, as `to` of `Link`. A press on the row and ↵ open it. */
  readonly rowLink?: (row: Row) => string;
  readonly rowSearch?: SearchPatch;
  /** Height of a row in pixels: 34 for one line, 54 for two. */
  readonly rowHeight?: number;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  readonly selection?: Selection;
  /** Keys of the current row besides `j k ↵ x`, such as `{ e: resolve }`. */
  readonly rowKeys?: (row: Row) => KeyMap;
  /** Shown without rows: an `EmptyState`. */
  readonly empty: ReactNode;
  /** `The issues could not be loaded`. */
  readonly errorTitle: string;
}
