import styles from './DataTable.module.css';

/** Class of the cells of a column that is hidden where there is no room. */
export const hideClass = (below: 1100 | 800 | undefined): string | undefined => {
  if (below === undefined) return undefined;
  return below === 1100 ? styles.below1100 : styles.below800;
};
