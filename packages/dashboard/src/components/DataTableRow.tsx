import type { Row as TableRow } from '@tanstack/react-table';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { cx } from '../lib/cx';
import type { SearchPatch } from '../lib/useSearch';
import { Checkbox } from './Checkbox';
import { cellClass } from './columnClass';
import styles from './DataTable.module.css';
import { Link } from './Link';
import type { Column, Selection } from './tableTypes';
import type { RowFeatures } from './useRowTable';

interface Props<Row extends object> {
  readonly ref: Ref<HTMLTableRowElement>;
  readonly row: TableRow<RowFeatures, Row>;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly rowHeight: number;
  readonly selection: Selection | undefined;
  readonly link: string | undefined;
  readonly rowSearch: SearchPatch | undefined;
  readonly isCurrent: boolean;
  readonly setCurrent: (index: number) => void;
  readonly toggle: (key: string) => void;
  readonly open: () => void;
}

/** What is operated by itself, and text that someone marks, do not open the row. */
const isOwnTarget = ({ target, metaKey, ctrlKey }: MouseEvent): boolean =>
  metaKey ||
  ctrlKey ||
  !(target instanceof Element) ||
  target.closest('a, button, input, label, summary') !== null ||
  window.getSelection()?.isCollapsed === false;

/** A row of a `DataTable`. */
export function DataTableRow<Row extends object>(props: Props<Row>) {
  const { ref, row, index, columns, rowHeight, selection, isCurrent, setCurrent, toggle, open } = props;
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selection === undefined ? undefined : row.getIsSelected()}
      className={cx(styles.row, isCurrent && styles.current, row.getIsSelected() && styles.selected)}
      style={{ height: rowHeight }}
      onFocus={() => setCurrent(index)}
      onClick={(event) => !isOwnTarget(event) && open()}
    >
      {selection === undefined ? null : (
        <td className={styles.check}>
          <Checkbox label="Select the row" hideLabel checked={row.getIsSelected()} onChange={() => toggle(row.id)} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={cellClass(column)}
          data-label={column.align === 'end' || column.isNamed === true ? column.head : undefined}
        >
          <Cell {...props} column={column}>
            {column.cell(row.original)}
          </Cell>
        </td>
      ))}
    </tr>
  );
}

type CellProps<Row extends object> = Pick<Props<Row>, 'link' | 'rowSearch'> & {
  readonly column: Column<Row>;
  readonly children: ReactNode;
};

function Cell<Row extends object>({ column, link, rowSearch, children }: CellProps<Row>) {
  if (column.isTitle !== true || link === undefined) return children;
  return (
    <Link to={link} search={rowSearch} className={styles.title} data-title="">
      {children}
    </Link>
  );
}
