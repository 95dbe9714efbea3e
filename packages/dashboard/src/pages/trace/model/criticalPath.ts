import { of, type SpanTable } from './spanTable';
import { NONE, type SpanTree } from './spanTree';

/** A time in which a span itself, and none of its children, kept the trace waiting. */
export interface CriticalPart {
  readonly start: number;
  readonly end: number;
}

/** The parts of the spans on the critical path, by position. */
export type CriticalPath = ReadonlyMap<number, readonly CriticalPart[]>;

/**
 * Returns the critical path of the top with the latest end: walks back from its end, always into the child that ended last
 * before that moment. The parts do not overlap and cover the span from its start to its end. Linear: every span is a child once.
 */
export function criticalPath(table: SpanTable, tree: SpanTree): CriticalPath {
  const parts = new Map<number, CriticalPart[]>();
  const top = tree.tops.reduce(
    (last, at) => (last === NONE || of(table.end, at) > of(table.end, last) ? at : last),
    NONE,
  );
  if (top === NONE) return parts;
  const { lastChild, previous } = childrenByEnd(table, tree);
  const add = (at: number, start: number, end: number): void => {
    if (end <= start) return;
    const own = parts.get(at);
    if (own === undefined) parts.set(at, [{ start, end }]);
    else own.push({ start, end });
  };
  const open = [{ at: top, floor: of(table.start, top), cursor: of(table.end, top), child: of(lastChild, top) }];
  for (let step = open.at(-1); step !== undefined; step = open.at(-1)) {
    const start = Math.max(of(table.start, step.at), step.floor);
    let { child } = step;
    // Children that end later than the moment, or have no length, did not keep it waiting.
    while (child !== NONE && (of(table.end, child) > step.cursor || of(table.start, child) >= step.cursor))
      child = of(previous, child);
    if (child === NONE || step.cursor <= start) {
      add(step.at, start, step.cursor);
      open.pop();
      continue;
    }
    const end = of(table.end, child);
    add(step.at, Math.max(end, start), step.cursor);
    step.cursor = Math.max(of(table.start, child), start);
    step.child = of(previous, child);
    if (end > start) open.push({ at: child, floor: start, cursor: end, child: of(lastChild, child) });
  }
  return parts;
}

/** The last child of each span by end, and the child before each child. */
function childrenByEnd(table: SpanTable, { parent }: SpanTree) {
  const size = table.uuid.length;
  const [lastChild, previous] = [new Int32Array(size).fill(NONE), new Int32Array(size).fill(NONE)];
  for (const at of table.byEnd) {
    const above = of(parent, at);
    if (above === NONE) continue;
    previous[at] = of(lastChild, above);
    lastChild[above] = at;
  }
  return { lastChild, previous };
}
