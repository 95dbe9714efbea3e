import type { Work } from './inSlices';
import { of, type SpanTable } from './spanTable';

/** No span. */
export const NONE = -1;

/** Spans that are visited between two pauses. */
const STEP = 1_000;

/** Children, by positions in a table. */
export interface SpanTree {
  /** Roots, and spans whose parent is unknown, by start. */
  readonly tops: readonly number[];
  /** First child of a span, by start, and the next child of the same parent; {@link NONE} at the end. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Parent of a span; {@link NONE} for tops. */
  readonly parent: Int32Array;
  /** Tops that name a parent. */
  readonly orphans: ReadonlySet<number>;
  /** Spans below a span, at any depth. */
  readonly below: Int32Array;
  /** Spans with an error below a span, or the span itself. */
  readonly errors: Int32Array;
}

/**
 * Returns the tree of a table: every span once, siblings by start. In a cycle of parents, the span that starts first is a top.
 * Linear, because the table keeps the order.
 */
export function* spanTree(table: SpanTable): Work<SpanTree> {
  const size = table.uuid.length;
  const parent = new Int32Array(size).fill(NONE);
  for (let at = 0; at < size; at += 1) {
    if (at % STEP === 0) yield;
    const uuid = table.parentId[at] ?? null;
    parent[at] = uuid === null ? NONE : (table.at.get(uuid) ?? NONE);
  }
  yield* breakCycles(table, parent);
  const [firstChild, nextSibling] = [new Int32Array(size).fill(NONE), new Int32Array(size).fill(NONE)];
  const tops: number[] = [];
  // Backwards, so that each one is put before those that start later.
  for (let index = size - 1; index >= 0; index -= 1) {
    if (index % STEP === 0) yield;
    const at = of(table.byStart, index);
    const above = of(parent, at);
    if (above === NONE) tops.push(at);
    else {
      nextSibling[at] = of(firstChild, above);
      firstChild[above] = at;
    }
  }
  tops.reverse();
  const orphans = new Set(tops.filter((at) => (table.parentId[at] ?? null) !== null));
  const links = { tops, firstChild, nextSibling, parent };
  return { ...links, orphans, ...(yield* sums(table, links)) };
}

/** Cuts the link above the first span of every cycle, by start. */
function* breakCycles(table: SpanTable, parent: Int32Array): Work<void> {
  // 0 unknown, 1 on the path that is followed, 2 leads to a top.
  const state = new Uint8Array(parent.length);
  let visited = 0;
  for (const from of table.byStart) {
    visited += 1;
    if (visited % STEP === 0) yield;
    const path: number[] = [];
    let at = from;
    while (at !== NONE && state[at] === 0) {
      state[at] = 1;
      path.push(at);
      at = of(parent, at);
    }
    if (at !== NONE && state[at] === 1) parent[firstOf(table, path, at)] = NONE;
    for (const passed of path) state[passed] = 2;
  }
}

/** Of the spans of a cycle, the one that starts first. */
function firstOf(table: SpanTable, path: readonly number[], entry: number): number {
  const cycle = path.slice(path.indexOf(entry));
  return cycle.reduce((first, at) => (of(table.start, at) < of(table.start, first) ? at : first));
}

type Links = Pick<SpanTree, 'tops' | 'firstChild' | 'nextSibling' | 'parent'>;

function* sums(table: SpanTable, links: Links): Work<Pick<SpanTree, 'below' | 'errors'>> {
  const size = table.uuid.length;
  const [below, errors] = [new Int32Array(size), new Int32Array(size)];
  const order = yield* preorder(links);
  for (let index = order.length - 1; index >= 0; index -= 1) {
    if (index % STEP === 0) yield;
    const at = of(order, index);
    errors[at] = of(errors, at) + (table.isError[at] === true ? 1 : 0);
    const above = of(links.parent, at);
    if (above === NONE) continue;
    below[above] = of(below, above) + of(below, at) + 1;
    errors[above] = of(errors, above) + of(errors, at);
  }
  return { below, errors };
}

/** Every span, parents before their children. Iterative: a trace may be a chain of 100,000 spans. */
function* preorder({ tops, firstChild, nextSibling }: Links): Work<Int32Array> {
  const order = new Int32Array(firstChild.length);
  const open = [...tops].reverse();
  let count = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    order[count] = at;
    count += 1;
    if (count % STEP === 0) yield;
    for (let child = of(firstChild, at); child !== NONE; child = of(nextSibling, child)) open.push(child);
  }
  return order.subarray(0, count);
}
