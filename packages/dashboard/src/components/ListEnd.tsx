import type { List } from '../api/useList';
import { Button } from './Button';
import styles from './DataTable.module.css';
import { ErrorNote } from './ErrorNote';
import { Time } from './Time';

/** Below a list: how far a scan has looked, what failed, and a button for the next page. */
export function ListEnd({ list, errorTitle }: { readonly list: List<unknown>; readonly errorTitle: string }) {
  const { hasMore, isLoadingMore, loadMore, scannedTo, error, retry, rows } = list;
  if (error !== null) {
    return (
      <div className={styles.foot}>
        <ErrorNote error={new Error(`${errorTitle}: ${error.message}`)} />
        <Button onClick={retry}>Try again</Button>
      </div>
    );
  }
  if (!hasMore) return null;
  return (
    <div className={styles.foot}>
      {scannedTo === undefined ? null : (
        <p>
          {rows.length === 0 ? 'Nothing found so far. ' : ''}Searched back to <Time at={scannedTo} form="full" />.
        </p>
      )}
      <Button busy={isLoadingMore} onClick={loadMore}>
        {scannedTo === undefined ? 'Load more' : 'Search further back'}
      </Button>
    </div>
  );
}
