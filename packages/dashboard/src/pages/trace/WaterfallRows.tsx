import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatDuration } from '../../lib/format';
import { useKeys } from '../../lib/useKeys';
import type { CriticalPath } from './model/criticalPath';
import { rulerTicks } from './model/rulerTicks';
import { of, type SpanTable } from './model/spanTable';
import type { SpanTree } from './model/spanTree';
import type { VisibleRows } from './model/visibleRows';
import { SpanRow } from './SpanRow';
import { treeKeys } from './treeKeys';
import styles from './Waterfall.module.css';

interface Props {
  readonly table: SpanTable;
  readonly tree: SpanTree;
  readonly rows: VisibleRows;
  readonly collapsed: ReadonlySet<number>;
  readonly toggle: (at: number) => void;
  readonly choose: (at: number) => void;
  readonly chosen: number | undefined;
  readonly path: CriticalPath | undefined;
  /** uuids of spans with an exception. */
  readonly failed: ReadonlySet<string>;
  /** `undefined` without a search. */
  readonly matches: readonly number[] | undefined;
}

const ROW = 26;
const OVERSCAN = 6;
/** Rows that leave the view are used again for those that enter it: more than are ever in the document. */
const POOL = 200;
/** Marks of the ruler besides 0. */
const MOST_TICKS = 5;

/** The rows of the waterfall. Only those in view are in the document; arrows, Home, End and ↵ work as in a tree, `j` and `k` from anywhere on the page. */
export function WaterfallRows(props: Props) {
  const { table, tree, rows, collapsed, toggle, choose, chosen, path, failed, matches } = props;
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  const length = useMemo(() => Math.max(of(table.end, of(table.byEnd, table.byEnd.length - 1)), 0.001), [table]);
  const found = useMemo(() => (matches === undefined ? undefined : new Set(matches)), [matches]);
  const virtualizer = useVirtualizer({
    count: rows.spans.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  });
  const { current, move } = useCurrentRow(props, (row) => virtualizer.scrollToIndex(row, { align: 'auto' }));
  const onKey = treeKeys({ ...props, current, move });
  const step = (rowsDown: number): void => {
    move(current + rowsDown);
    frame.current?.focus({ preventScroll: true });
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  return (
    <div className={styles.waterfall}>
      <Axis length={length} />
      <div
        ref={frame}
        className={styles.rows}
        role="tree"
        aria-label="Spans"
        aria-activedescendant={`${id}-${current}`}
        tabIndex={0}
        onKeyDown={onKey}
      >
        <div role="presentation" className={styles.space} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const at = of(rows.spans, index);
            return (
              <SpanRow
                key={index % POOL}
                id={`${id}-${index}`}
                {...{ table, tree, at, length, toggle, choose }}
                top={start}
                depth={of(rows.depths, index)}
                isCollapsed={collapsed.has(at)}
                isCurrent={index === current}
                isChosen={at === chosen}
                isDim={found !== undefined && !found.has(at)}
                parts={path?.get(at)}
                isOffPath={path !== undefined && !path.has(at)}
                hasException={failed.has(table.uuid[at] ?? '')}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const Axis = ({ length }: { readonly length: number }) => (
  <div className={styles.axis} aria-hidden="true">
    <span>Span</span>
    <span className={styles.ticks}>
      <span className={styles.area}>
        {rulerTicks(length, MOST_TICKS).map((time) => (
          <span key={time} className={styles.tick} style={{ left: `${(time / length) * 100}%` }}>
            {formatDuration(time)}
          </span>
        ))}
      </span>
    </span>
  </div>
);

/** The row that keys act on: the chosen span, until keys move it. */
function useCurrentRow({ rows, chosen }: Props, scrollTo: (row: number) => void) {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (chosen === undefined) return;
    const row = rows.spans.indexOf(chosen);
    if (row === -1) return;
    setCurrent(row);
    scrollTo(row);
  }, [chosen]);
  const move = (row: number): void => {
    const next = Math.min(Math.max(row, 0), rows.spans.length - 1);
    setCurrent(next);
    scrollTo(next);
  };
  return { current, move };
}
