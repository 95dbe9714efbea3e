import { describe, expect, test } from '@jest/globals';
import { criticalPath } from './criticalPath';
import type { Work } from './inSlices';
import { addSpans, emptySpanTable, type SpanColumns, type SpanTable } from './spanTable';
import { spanTree as treeOf, type SpanTree } from './spanTree';
import { ancestorsOf, visibleRows } from './visibleRows';

const spanTree = (table: SpanTable): SpanTree => atOnce(treeOf(table));

type Span = readonly [uuid: string, parent: string | null, start: number, duration: number, status?: string];

describe('the table of spans', () => {
  test('has each uuid once, as it came first, and each name once over all pages', () => {
    const table = tableOf(
      [['r', null, 0, 10]],
      [
        ['r', null, 5, 1],
        ['c', 'r', 1, 2],
      ],
    );
    expect([table.uuid, table.start, table.names]).toEqual([
      ['r', 'c'],
      [0, 1],
      ['a', 'b'],
    ]);
  });

  test('is in the order of start and of end, over any pages', () => {
    const table = tableOf(
      [
        ['a', null, 5, 5],
        ['b', null, 1, 1],
      ],
      [
        ['c', null, 3, 20],
        ['d', null, 1, 9],
      ],
    );
    const names = (order: Int32Array): string => [...order].map((at) => table.uuid[at]).join('');
    expect([names(table.byStart), names(table.byEnd)]).toEqual(['dbca', 'badc']);
  });
});

describe('the tree of a trace', () => {
  test('has several roots, orphans beside them, and siblings by start', () => {
    const table = tableOf([
      ['late', 'r1', 4, 1],
      ['r2', null, 10, 5],
      ['r1', null, 0, 9],
      ['early', 'r1', 1, 1],
      ['lost', 'unknown', 3, 1],
      ['deep', 'early', 1, 1, 'error'],
    ]);
    expect(rowsOf(table)).toEqual(['r1', '-early', '--deep', '-late', 'lost', 'r2']);
    expect(rowsOf(table, ['early'])).toEqual(['r1', '-early', '-late', 'lost', 'r2']);
    const tree = spanTree(table);
    const at = (uuid: string): number => table.at.get(uuid) ?? -1;
    expect([...tree.orphans]).toEqual([at('lost')]);
    expect([tree.below[at('r1')], tree.errors[at('r1')], tree.errors[at('r2')]]).toEqual([3, 1, 0]);
    expect(ancestorsOf(tree, at('deep'))).toEqual([at('early'), at('r1')]);
  });

  test('a cycle of parents loses no span', () => {
    const table = tableOf([
      ['a', 'b', 2, 1],
      ['b', 'a', 1, 1],
      ['below', 'a', 3, 1],
      ['self', 'self', 5, 1],
    ]);
    expect(rowsOf(table)).toEqual(['b', '-a', '--below', 'self']);
  });

  test('a chain of 100,000 spans needs no recursion', () => {
    const chain = Array.from({ length: 100_000 }, (_, index): Span => [
      `s${index}`,
      index === 0 ? null : `s${index - 1}`,
      index,
      200_000 - 2 * index,
    ]);
    const table = tableOf(chain);
    const tree = spanTree(table);
    expect(visibleRows(tree, new Set()).depths.at(-1)).toBe(99_999);
    expect(tree.below[0]).toBe(99_999);
    expect(criticalPath(table, tree).size).toBe(100_000);
  });
});

describe('the critical path', () => {
  test('goes into the child that ended last, again and again; its parts cover the root once', () => {
    const table = tableOf([
      ['root', null, 0, 100],
      ['first', 'root', 10, 30],
      ['beside', 'root', 5, 20],
      ['last', 'root', 50, 40],
      ['inner', 'last', 60, 20],
    ]);
    expect(pathOf(table)).toEqual({
      root: [
        [90, 100],
        [40, 50],
        [0, 10],
      ],
      last: [
        [80, 90],
        [50, 60],
      ],
      inner: [[60, 80]],
      first: [[10, 40]],
    });
  });

  test('a child that outlives its parent, or starts before it, adds no time outside of it', () => {
    const table = tableOf([
      ['root', null, 10, 20],
      ['async', 'root', 15, 100],
      ['skewed', 'root', 5, 10],
    ]);
    const parts = Object.values(pathOf(table)).flat();
    expect(parts.reduce((sum, [start, end]) => sum + end - start, 0)).toBe(20);
    expect(Math.min(...parts.map(([start]) => start))).toBe(10);
  });

  test('of a trace without spans is empty', () => {
    expect(criticalPath(tableOf([]), spanTree(tableOf([]))).size).toBe(0);
  });
});

/** Does work without a pause. */
function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

function tableOf(...pages: readonly (readonly Span[])[]): SpanTable {
  const table = emptySpanTable();
  for (const page of pages) atOnce(addSpans(table, columnsOf(page)));
  return table;
}

function rowsOf(table: SpanTable, collapsed: readonly string[] = []): readonly string[] {
  const tree = spanTree(table);
  const rows = visibleRows(tree, new Set(collapsed.map((uuid) => table.at.get(uuid) ?? -1)));
  return [...rows.spans].map((at, row) => `${'-'.repeat(rows.depths[row] ?? 0)}${table.uuid[at] ?? ''}`);
}

function columnsOf(spans: readonly Span[]): SpanColumns {
  return {
    names: ['a', 'b'],
    ops: [null],
    uuid: spans.map(([uuid]) => uuid),
    parentId: spans.map(([, parent]) => parent),
    startOffset: spans.map(([, , start]) => start),
    duration: spans.map(([, , , duration]) => duration),
    name: spans.map((_, index) => index % 2),
    op: spans.map(() => 0),
    status: spans.map(([, , , , status = 'ok']) => status),
    measured: spans.map(() => false),
  };
}

function pathOf(table: SpanTable): Readonly<Record<string, readonly (readonly [number, number])[]>> {
  return Object.fromEntries(
    [...criticalPath(table, spanTree(table))].map(([at, parts]) => [
      table.uuid[at] ?? '',
      parts.map(({ start, end }) => [start, end] as const),
    ]),
  );
}
