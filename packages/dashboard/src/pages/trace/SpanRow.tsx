import { memo } from 'react';
import { Icon } from '../../components/Icon';
import { cx } from '../../lib/cx';
import { formatCompact, formatDuration } from '../../lib/format';
import type { CriticalPart } from './model/criticalPath';
import { of, type SpanTable } from './model/spanTable';
import { NONE, type SpanTree } from './model/spanTree';
import styles from './Waterfall.module.css';

interface Props {
  readonly id: string;
  readonly table: SpanTable;
  readonly tree: SpanTree;
  readonly at: number;
  readonly depth: number;
  /** Of the trace, milliseconds. */
  readonly length: number;
  readonly top: number;
  readonly isCollapsed: boolean;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly isDim: boolean;
  readonly isOffPath: boolean;
  readonly hasException: boolean;
  readonly parts: readonly CriticalPart[] | undefined;
  readonly toggle: (at: number) => void;
  readonly choose: (at: number) => void;
}

/** Levels that are indented; deeper ones stand below each other. */
const MAX_INDENT = 24;
const INDENT = 14;

/** A span as a row of the waterfall: its name in the tree, its bar over time. */
export const SpanRow = memo(function SpanRow(props: Props) {
  const { id, tree, at, depth, top, isCollapsed, isCurrent, isChosen, choose } = props;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      aria-expanded={of(tree.firstChild, at) === NONE ? undefined : !isCollapsed}
      className={cx(
        styles.row,
        isCurrent && styles.current,
        isChosen && styles.chosen,
        (props.isDim || props.isOffPath) && styles.dim,
      )}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => choose(at)}
    >
      <SpanName {...props} />
      <SpanBar {...props} />
    </div>
  );
});

function SpanName({ table, tree, at, depth, isCollapsed, hasException, toggle }: Props) {
  const name = table.names[of(table.name, at)] ?? '';
  const op = table.ops[of(table.op, at)] ?? null;
  const hasChildren = of(tree.firstChild, at) !== NONE;
  const below = of(tree.below, at);
  const isError = table.isError[at] === true;
  return (
    <span className={styles.name} style={{ paddingLeft: Math.min(depth, MAX_INDENT) * INDENT }}>
      {hasChildren ? (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={cx(styles.toggle, isCollapsed && styles.closed)}
          onClick={(event) => {
            event.stopPropagation();
            toggle(at);
          }}
        >
          <Icon name="chevronDown" />
        </button>
      ) : (
        <span className={styles.leaf} />
      )}
      {isError || hasException ? (
        <span className={styles.alert} title={hasException ? 'An exception happened during it' : 'Status error'}>
          <Icon name="alert" />
        </span>
      ) : null}
      {op === null ? null : <span className={styles.op}>{op}</span>}
      <span className={styles.label} title={name}>
        {name}
      </span>
      {tree.orphans.has(at) ? <span className={styles.note}>parent is not stored</span> : null}
      {isCollapsed && hasChildren ? <span className={styles.note}>+{formatCompact(below)}</span> : null}
    </span>
  );
}

function SpanBar({ table, at, length, parts }: Props) {
  const [start, duration] = [of(table.start, at), of(table.duration, at)];
  const left = Math.min(Math.max((start / length) * 100, 0), 99.8);
  const width = Math.max(Math.min((duration / length) * 100, 100 - left), 0.2);
  return (
    <span className={styles.track}>
      <span className={styles.area}>
        <span
          className={cx(styles.bar, table.isError[at] === true && styles.error)}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
        {parts?.map((part) => (
          <span
            key={part.start}
            className={styles.critical}
            style={{
              left: `${(part.start / length) * 100}%`,
              width: `${Math.max(((part.end - part.start) / length) * 100, 0.1)}%`,
            }}
          />
        ))}
        <span className={styles.duration} style={{ left: `${left + width}%` }}>
          {formatDuration(duration)}
        </span>
      </span>
    </span>
  );
}
