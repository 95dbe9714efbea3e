import { cellClass } from './columnClass';
import styles from './DataTable.module.css';
import { Skeleton } from './Skeleton';
import type { Column } from './tableTypes';

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hasCheck: boolean;
  readonly height: number;
}

/** Rows of the final height while a table loads. */
export const SkeletonRows = <Row,>({ columns, hasCheck, height }: Props<Row>) => (
  <tbody aria-hidden="true">
    {Array.from({ length: 10 }, (_, index) => (
      <tr key={index} className={styles.row} style={{ height }}>
        {hasCheck ? <td /> : null}
        {columns.map((column) => (
          <td key={column.id} className={cellClass(column)}>
            <Skeleton width={column.isTitle === true ? `${70 - ((index * 13) % 40)}%` : '60%'} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);
