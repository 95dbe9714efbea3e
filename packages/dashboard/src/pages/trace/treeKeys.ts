import type { KeyboardEvent } from 'react';
import { of } from './model/spanTable';
import { NONE, type SpanTree } from './model/spanTree';
import type { VisibleRows } from './model/visibleRows';

interface Keys {
  readonly tree: SpanTree;
  readonly rows: VisibleRows;
  readonly collapsed: ReadonlySet<number>;
  readonly toggle: (at: number) => void;
  readonly choose: (at: number) => void;
  /** The current row. */
  readonly current: number;
  readonly move: (row: number) => void;
}

/** Rows of a page up or down. */
const PAGE = 20;

/** Returns what keys do in a tree: arrows move, open and close; ↵ chooses. */
export function treeKeys({
  tree,
  rows,
  collapsed,
  toggle,
  choose,
  current,
  move,
}: Keys): (event: KeyboardEvent) => void {
  const at = of(rows.spans, current);
  const isOpen = of(tree.firstChild, at) !== NONE && !collapsed.has(at);
  const above = of(tree.parent, at);
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(current + 1),
    ArrowUp: () => move(current - 1),
    PageDown: () => move(current + PAGE),
    PageUp: () => move(current - PAGE),
    Home: () => move(0),
    End: () => move(rows.spans.length - 1),
    Enter: () => choose(at),
    ArrowRight: () => (collapsed.has(at) ? toggle(at) : move(current + 1)),
    ArrowLeft: () => {
      if (isOpen) toggle(at);
      else if (above !== NONE) move(rows.spans.indexOf(above));
    },
  };
  return (event) => {
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
}
