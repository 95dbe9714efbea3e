import { cx } from '../lib/cx';
import { Checkbox } from './Checkbox';
import { cellClass } from './columnClass';
import styles from './DataTable.module.css';
import { Icon } from './Icon';
import type { Column, DataTableProps } from './tableTypes';
import type { RowTable } from './useRowTable';

type Props<Row extends object> = DataTableProps<Row> & { readonly table: RowTable<Row> };

/** The head of a `DataTable`: names, widths, sorting, and selection of all loaded rows. */
export function DataTableHead<Row extends object>({ columns, sort, onSort, selection, table }: Props<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection === undefined ? null : (
          <th scope="col" className={cx(styles.check, styles.checkColumn)}>
            <Checkbox
              label="Select all loaded rows"
              hideLabel
              checked={table.getIsAllRowsSelected()}
              indeterminate={table.getIsSomeRowsSelected()}
              onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
}

function HeadCell<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { head, sort: own } = column;
  const isButton = own !== undefined && onSort !== undefined;
  const isSorted = own !== undefined && own === sort;
  return (
    <th
      scope="col"
      className={cx(cellClass(column), isButton && styles.sortable)}
      // Widths are here and not on a <col>: a hidden cell has none, a hidden <col> keeps its own.
      style={{ width: column.width }}
      aria-sort={isSorted ? 'descending' : undefined}
    >
      {!isButton ? (
        <>
          {head}
          {isSorted ? <Icon name="arrowDown" /> : null}
        </>
      ) : (
        <button type="button" className={cx(styles.sort, isSorted && styles.sorted)} onClick={() => onSort(own)}>
          {head}
          {isSorted ? <Icon name="arrowDown" /> : null}
        </button>
      )}
    </th>
  );
}
