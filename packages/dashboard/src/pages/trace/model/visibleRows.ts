import { of } from './spanTable';
import { NONE, type SpanTree } from './spanTree';

/** Rows of a waterfall. */
export interface VisibleRows {
  /** Positions of spans, in the order of the rows. */
  readonly spans: Int32Array;
  /** Depth of each row. */
  readonly depths: Int32Array;
}

/** Returns the rows that are not below a collapsed span. */
export function visibleRows(tree: SpanTree, collapsed: ReadonlySet<number>): VisibleRows {
  const size = tree.firstChild.length;
  const [spans, depths] = [new Int32Array(size), new Int32Array(size)];
  const path: { at: number; depth: number }[] = [];
  let count = 0;
  const push = (at: number, depth: number): void => void path.push({ at, depth });
  for (let index = tree.tops.length - 1; index >= 0; index -= 1) push(of(tree.tops, index), 0);
  for (let row = path.pop(); row !== undefined; row = path.pop()) {
    const { at, depth } = row;
    spans[count] = at;
    depths[count] = depth;
    count += 1;
    const next = of(tree.nextSibling, at);
    // The next sibling waits below the children; tops are all there already.
    if (next !== NONE && of(tree.parent, at) !== NONE) push(next, depth);
    const child = of(tree.firstChild, at);
    if (child !== NONE && !collapsed.has(at)) push(child, depth + 1);
  }
  return { spans: spans.subarray(0, count), depths: depths.subarray(0, count) };
}

/** Returns the spans above a span, nearest first. */
export function ancestorsOf({ parent }: SpanTree, at: number): readonly number[] {
  const found: number[] = [];
  for (let above = of(parent, at); above !== NONE; above = of(parent, above)) found.push(above);
  return found;
}
