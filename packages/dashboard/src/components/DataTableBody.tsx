import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useGo } from '../lib/useGo';
import { DataTableRow } from './DataTableRow';
import styles from './DataTable.module.css';
import { SkeletonRows } from './SkeletonRows';
import type { DataTableProps } from './tableTypes';
import type { RowTable } from './useRowTable';

type Props<Row extends object> = DataTableProps<Row> & {
  readonly table: RowTable<Row>;
  readonly current: number;
  readonly setCurrent: (index: number) => void;
  readonly toggle: (key: string) => void;
};

/** Rows that are out of view and still in the document, before and after. */
const OVERSCAN = 12;
/** More rows are loaded when so few are left. */
const AHEAD = 10;

/** The rows of a `DataTable`. */
export function DataTableBody<Row extends object>(props: Props<Row>) {
  const { list, columns, selection, rowHeight = 34, rowLink, rowSearch, table, current, setCurrent, toggle } = props;
  const go = useGo();
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [list.isLoading]);
  const { rows } = table.getRowModel();
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { loadMore, scannedTo, hasMore, error } = list;
  useEffect(() => {
    // A scan that stopped goes on when someone asks for it; so does a list that failed.
    if (hasMore && last >= rows.length - AHEAD && scannedTo === undefined && error === null) loadMore();
  });
  useEffect(() => {
    if (current < 0) return;
    const row = body.current?.querySelector(`[data-index="${current}"]`);
    // Focused by a press: to scroll would move the row away from the pointer, and the press would be lost.
    if (row?.contains(document.activeElement) === true) return;
    virtualizer.scrollToIndex(current);
    // The focus is on the link of the row, so that ↵ opens it.
    (row?.querySelector<HTMLElement>('[data-title]') ?? row?.querySelector<HTMLElement>('a, button'))?.focus({
      preventScroll: true,
    });
    // Only a move of the current row moves the focus.
  }, [current]);
  if (list.isLoading) return <SkeletonRows columns={columns} hasCheck={selection !== undefined} height={rowHeight} />;
  const before = (items[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <tbody ref={body}>
      <Space height={before} />
      {items.map(({ index }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <DataTableRow
            key={row.id}
            ref={virtualizer.measureElement}
            {...{ row, index, columns, rowHeight, selection, rowSearch, toggle, setCurrent }}
            link={rowLink?.(row.original)}
            isCurrent={index === current}
            open={() => rowLink !== undefined && go(rowLink(row.original), rowSearch)}
          />
        );
      })}
      <Space height={after} />
    </tbody>
  );
}

/** One cell: more columns than are visible would take width from them. */
const Space = ({ height }: { readonly height: number }) =>
  height <= 0 ? null : (
    <tr aria-hidden="true">
      <td className={styles.space} style={{ height }} />
    </tr>
  );
