import type { ReactNode } from 'react';
import type { List } from '../api/useList';
import { cx } from '../lib/cx';
import text from '../styles/text.module.css';
import { Button } from './Button';
import { ErrorState } from './ErrorState';
import { NewerLine } from './NewerLine';
import { Skeleton } from './Skeleton';
import styles from './SimpleTable.module.css';

/** A column of a table. */
export interface SimpleColumn<Row> {
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** Hidden below 720 px. */
  readonly isWide?: boolean;
  /** The title is for screen readers only: buttons say what they do. */
  readonly hidesTitle?: boolean;
  /** Names and sentences of unknown length: words that are too long break, and the column keeps room for some words. */
  readonly isText?: boolean;
  /** CSS width; the columns without one share the rest. */
  readonly width?: string;
}

interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly caption: string;
  readonly columns: readonly SimpleColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Below 720 px a row is a block of its cells, for cells of running text. */
  readonly isStacked?: boolean;
  /** Shows as many skeleton rows instead. */
  readonly skeletons?: number;
}

const cellOf = <Row,>({ isNumber, isWide, isText, hidesTitle }: SimpleColumn<Row>): string | undefined =>
  cx(
    isNumber === true && styles.number,
    isWide === true && styles.wide,
    isText === true && styles.words,
    hidesTitle === true && styles.actions,
  );

/** A table of a bounded number of rows. */
export function SimpleTable<Row>({ caption, columns, rows, rowKey, isStacked, skeletons = 0 }: TableProps<Row>) {
  const hasActions = columns.some(({ hidesTitle }) => hidesTitle === true);
  return (
    <div className={styles.scroll} role="group" aria-label={caption} tabIndex={0}>
      <table
        className={cx(styles.table, isStacked === true && styles.stacked, hasActions && styles.acting)}
        aria-busy={skeletons > 0}
      >
        <caption className={text.hidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={cellOf(column)} style={{ width: column.width }}>
                {column.hidesTitle === true ? <span className={text.hidden}>{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {skeletons > 0
            ? Array.from({ length: skeletons }, (_, index) => (
                <tr key={`skeleton ${index}`}>
                  {columns.map((column) => (
                    <td key={column.title} className={cellOf(column)}>
                      <Skeleton />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={rowKey(row)}>
                  {columns.map((column) => (
                    <td key={column.title} className={cellOf(column)}>
                      {column.render(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

interface ListProps<Row> extends Omit<TableProps<Row>, 'rows' | 'skeletons'> {
  readonly list: List<Row>;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** What a row is, if newer ones are offered: `firing`. */
  readonly noun?: string;
}

const SKELETONS = 8;

/** A list of the API as a table, page by page. */
export function ListTable<Row>({ list, empty, noun, ...table }: ListProps<Row>) {
  if (list.error !== null && list.rows.length === 0) {
    return <ErrorState title={`${table.caption} could not be loaded`} error={list.error} retry={list.retry} />;
  }
  if (!list.isLoading && list.rows.length === 0 && !list.hasMore) return empty;
  return (
    <div className={cx(list.isStale && styles.stale)}>
      {noun === undefined ? null : <NewerLine list={list} noun={noun} />}
      <SimpleTable {...table} rows={list.rows} skeletons={list.isLoading ? SKELETONS : 0} />
      {list.hasMore ? (
        <div className={styles.more}>
          <Button onClick={list.loadMore} busy={list.isLoadingMore}>
            {list.scannedTo === undefined ? 'Show more' : 'Search further back'}
          </Button>
          {list.scannedTo === undefined ? null : (
            <span className={text.quiet}>searched back to {new Date(list.scannedTo).toLocaleString('en-GB')}</span>
          )}
        </div>
      ) : null}
    </div>
  );
}
