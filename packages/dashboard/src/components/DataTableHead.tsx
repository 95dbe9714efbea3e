import { cx } from '../lib/cx';
import { Checkbox } from './Checkbox';
import { hideClass } from './columnClass';
import styles from './DataTable.module.css';
import { Icon } from './Icon';
import type { Column, DataTableProps } from './tableTypes';
import type { RowTable } from './useRowTable';

type Props<Row extends object> = DataTableProps<Row> & { readonly table: RowTable<Row> };

/** The head of a `DataTable`: names, widths, sorting, and selection of all loaded rows. */
export function DataTableHead<Row extends object>({ columns, sort, onSort, selection, table }: Props<Row>) {
  return (
    <>
      <colgroup>
        {selection === undefined ? null : <col className={styles.checkColumn} />}
        {columns.map(({ id, width, hideBelow }) => (
          <col key={id} className={hideClass(hideBelow)} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {selection === undefined ? null : (
            <th scope="col" className={styles.check}>
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
    </>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
}

function HeadCell<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { head, align, hideBelow, sort: own } = column;
  const isSorted = own !== undefined && own === sort;
  return (
    <th
      scope="col"
      className={cx(align === 'end' && styles.end, hideClass(hideBelow))}
      aria-sort={isSorted ? 'descending' : undefined}
    >
      {own === undefined || onSort === undefined ? (
        head
      ) : (
        <button type="button" className={cx(styles.sort, isSorted && styles.sorted)} onClick={() => onSort(own)}>
          {head}
          {isSorted ? <Icon name="arrowDown" /> : null}
        </button>
      )}
    </th>
  );
}
