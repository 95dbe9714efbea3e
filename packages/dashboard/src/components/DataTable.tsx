import { useState } from 'react';
import { cx } from '../lib/cx';
import { useKeys } from '../lib/useKeys';
import { DataTableBody } from './DataTableBody';
import { DataTableHead } from './DataTableHead';
import styles from './DataTable.module.css';
import { ErrorState } from './ErrorState';
import { ListEnd } from './ListEnd';
import { NewerLine } from './NewerLine';
import type { DataTableProps } from './tableTypes';
import { useRowTable } from './useRowTable';

/**
 * A list of any length: only the rows in view are in the document, more are loaded by cursor near the end, and
 * `j k ↵ x` move, open and select. Loading shows rows of the final height.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, list, noun, rowKey, rowLink, rowKeys, selection, empty, errorTitle } = props;
  const { rows } = list;
  const [current, setCurrent] = useState(-1);
  const table = useRowTable(props);
  const row = rows[current];
  const toggle = (key: string): void => {
    if (selection === undefined) return;
    const keys = new Set(selection.keys);
    if (!keys.delete(key)) keys.add(key);
    selection.set(keys);
  };
  useKeys({
    j: () => setCurrent(Math.min(current + 1, rows.length - 1)),
    k: () => setCurrent(Math.max(current - 1, 0)),
    x: row === undefined || selection === undefined ? undefined : () => toggle(rowKey(row)),
    ...(row === undefined ? {} : rowKeys?.(row)),
  });
  if (list.error !== null && rows.length === 0) {
    return <ErrorState title={errorTitle} error={list.error} retry={list.retry} />;
  }
  if (rows.length === 0 && !list.isLoading && list.scannedTo === undefined) return empty;
  return (
    <div className={cx(styles.frame, list.isStale && styles.stale)} aria-busy={list.isLoading || list.isStale}>
      {noun === undefined ? null : <NewerLine list={list} noun={noun} />}
      <table
        className={cx(styles.table, rowLink !== undefined && styles.links)}
        aria-label={label}
        aria-rowcount={list.hasMore ? -1 : rows.length + 1}
      >
        <DataTableHead {...props} table={table} />
        <DataTableBody {...props} table={table} current={current} setCurrent={setCurrent} toggle={toggle} />
      </table>
      <ListEnd list={list} errorTitle={errorTitle} />
    </div>
  );
}
