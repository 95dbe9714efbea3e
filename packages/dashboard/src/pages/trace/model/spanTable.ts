import type { Work } from './inSlices';

/** A page of spans, as `GET …/traces/{traceId}/spans` answers it. */
export interface SpanColumns {
  readonly names: readonly string[];
  readonly ops: readonly (string | null)[];
  readonly uuid: readonly string[];
  readonly parentId: readonly (string | null)[];
  readonly startOffset: readonly number[];
  readonly duration: readonly number[];
  readonly name: readonly number[];
  readonly op: readonly number[];
  readonly status: readonly string[];
  readonly measured: readonly boolean[];
}

/** The spans of a trace, one per position of all columns. A trace may have 100,000 of them, so there is no object for each. */
export interface SpanTable {
  readonly uuid: string[];
  readonly parentId: (string | null)[];
  /** Milliseconds after the start of the trace. */
  readonly start: number[];
  readonly end: number[];
  readonly duration: number[];
  /** Positions in `names` and `ops`. */
  readonly name: number[];
  readonly op: number[];
  readonly isError: boolean[];
  readonly isMeasured: boolean[];
  readonly names: string[];
  readonly ops: (string | null)[];
  /** Position of each uuid. */
  readonly at: Map<string, number>;
  /** Positions by start, the longest first where starts are equal; and by end. */
  byStart: Positions;
  byEnd: Positions;
}

/** Returns a table without spans. */
export const emptySpanTable = (): SpanTable => ({
  uuid: [],
  parentId: [],
  start: [],
  end: [],
  duration: [],
  name: [],
  op: [],
  isError: [],
  isMeasured: [],
  names: [],
  ops: [],
  at: new Map<string, number>(),
  byStart: new Int32Array(0),
  byEnd: new Int32Array(0),
});

/** Spans that are added or compared between two pauses. */
const STEP = 500;

/**
 * Adds a page to a table. A uuid that is known is skipped: of a span that was sent twice, the first one counts. The cost is
 * that of the page and of two merges.
 */
export function* addSpans(table: SpanTable, page: SpanColumns): Work<void> {
  const names = page.names.map((name) => position(table.names, name));
  const ops = page.ops.map((op) => position(table.ops, op));
  const byStart = (a: number, b: number): number =>
    of(table.start, a) - of(table.start, b) || of(table.end, b) - of(table.end, a) || a - b;
  const byEnd = (a: number, b: number): number => of(table.end, a) - of(table.end, b) || a - b;
  let starts: Positions = new Int32Array(0);
  let ends: Positions = new Int32Array(0);
  for (let from = 0; from < page.uuid.length; from += STEP) {
    const added = addStep(table, page, { names, ops, from });
    yield;
    starts = yield* merge(starts, added.sort(byStart), byStart);
    ends = yield* merge(ends, added.sort(byEnd), byEnd);
  }
  table.byStart = yield* merge(table.byStart, starts, byStart);
  table.byEnd = yield* merge(table.byEnd, ends, byEnd);
}

interface Step {
  readonly names: readonly number[];
  readonly ops: readonly number[];
  readonly from: number;
}

/** Adds {@link STEP} spans of a page, and returns their positions. */
function addStep(table: SpanTable, page: SpanColumns, { names, ops, from }: Step): number[] {
  const added: number[] = [];
  for (let index = from; index < Math.min(from + STEP, page.uuid.length); index += 1) {
    const uuid = page.uuid[index] ?? '';
    if (table.at.has(uuid)) continue;
    const at = table.uuid.length;
    const start = page.startOffset[index] ?? 0;
    const duration = Math.max(page.duration[index] ?? 0, 0);
    table.at.set(uuid, at);
    table.uuid.push(uuid);
    table.parentId.push(page.parentId[index] ?? null);
    table.start.push(start);
    table.end.push(start + duration);
    table.duration.push(duration);
    table.name.push(names[page.name[index] ?? 0] ?? 0);
    table.op.push(ops[page.op[index] ?? 0] ?? 0);
    table.isError.push(page.status[index] === 'error');
    table.isMeasured.push(page.measured[index] === true);
    added.push(at);
  }
  return added;
}

/** Returns a number of a column; positions of a table are always inside. */
export const of = (column: { readonly [index: number]: number }, at: number): number => column[at] ?? 0;

function position<T>(values: T[], value: T): number {
  const known = values.indexOf(value);
  return known === -1 ? values.push(value) - 1 : known;
}

type Positions = Int32Array<ArrayBuffer>;

function* merge(
  sorted: Positions,
  added: ArrayLike<number>,
  compare: (a: number, b: number) => number,
): Work<Positions> {
  const merged = new Int32Array(sorted.length + added.length);
  let [left, right] = [0, 0];
  for (let at = 0; at < merged.length; at += 1) {
    if (at % (4 * STEP) === 0) yield;
    const takesLeft =
      right >= added.length || (left < sorted.length && compare(of(sorted, left), of(added, right)) <= 0);
    merged[at] = takesLeft ? of(sorted, left++) : of(added, right++);
  }
  return merged;
}
