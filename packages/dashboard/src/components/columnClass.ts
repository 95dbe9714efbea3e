import { cx } from '../lib/cx';
import styles from './DataTable.module.css';
import type { Column } from './tableTypes';

/** Class of the cells of a column that is hidden where there is no room. */
const hideClass = (below: 1100 | 800 | undefined): string | undefined => {
  if (below === undefined) return undefined;
  return below === 1100 ? styles.below1100 : styles.below800;
};

/** Class of the cells of a column: where they are, whether they are hidden, and whether they get a line of their own in a card. */
export const cellClass = <Row>({ align, hideBelow, width }: Column<Row>): string | undefined =>
  cx(align === 'end' && styles.end, hideClass(hideBelow), width === undefined && styles.main);
