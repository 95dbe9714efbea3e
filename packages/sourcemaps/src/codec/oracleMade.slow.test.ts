import { describe, expect, it } from '@jest/globals';
import { mapOf, textOf } from '../testing/edgeTable.js';
import type { Segment } from '../testing/encodeMappings.js';
import { openCompiledMap } from '../testing/openCompiledMap.js';
import { type SeededRandom, seededRandom, seedOfRun } from '../testing/seededRandom.js';
import { type Bias, compareWithTrace, probesAnywhere, probesAtSegments, traceOf } from '../testing/traceOracle.js';

/** Shapes that no bundler writes: long runs of equal columns over the border of blocks, unsorted lines, leaps, gaps. */
interface Shape {
  readonly name: string;
  readonly lines: number;
  readonly segments: number;
  readonly columnSteps: readonly number[];
  readonly sources: number;
  readonly names: number;
  readonly largestOriginal: number;
  readonly isUnsorted?: boolean;
}

const usual = { lines: 3, segments: 2_000, columnSteps: [1, 2, 5], sources: 4, names: 20, largestOriginal: 500 };

const SHAPES: readonly Shape[] = [
  { ...usual, name: 'usual' },
  { ...usual, name: 'short lines', lines: 3_000, segments: 3 },
  { ...usual, name: 'mostly empty lines', lines: 20_000, segments: 1 },
  { ...usual, name: 'equal columns here and there', columnSteps: [0, 0, 0, 1, 9] },
  { ...usual, name: 'runs of equal columns longer than a block', columnSteps: [...Array<number>(700).fill(0), 3] },
  { ...usual, name: 'leaps', columnSteps: [1, 1, 1, 1_000_000], largestOriginal: 2 ** 31 - 2 },
  { ...usual, name: 'far leaps', columnSteps: [1, 300_000], lines: 2, segments: 3_000, largestOriginal: 2 ** 30 },
  { ...usual, name: 'a source a segment', sources: 3_000, names: 3_000 },
  { ...usual, name: 'unsorted lines', isUnsorted: true, columnSteps: [0, 1, 2] },
  {
    ...usual,
    name: 'unsorted lines of leaps',
    isUnsorted: true,
    columnSteps: [0, 1, 70_000],
    lines: 40,
    segments: 300,
  },
];

const MAPS_A_SHAPE = process.env['TEST_ORACLE'] === 'all' ? 50 : 4;
const random = seededRandom(seedOfRun(process.env['TEST_SEED']));
process.stdout.write(`made source maps: TEST_SEED=${random.seed}\n`);

const pick = (from: readonly number[]): number => from[random.below(from.length)] ?? 0;

describe.each(SHAPES)('made maps resolve as by trace-mapping: $name', (shape) => {
  it.each(Array.from({ length: MAPS_A_SHAPE }, (_, index) => index))('map %d', async () => {
    const text = makeMap(shape);
    const opened = await openCompiledMap(text);
    const trace = traceOf(text);
    const probes = [...probesAtSegments(trace, 10_000, random), ...probesAnywhere(trace, 2_000, random)];
    const biases: readonly Bias[] = ['glb', 'lub'];
    for (const bias of biases) {
      const { differences, shown } = await compareWithTrace(opened, trace, probes, bias);
      expect({ differences, shown }).toEqual({ differences: 0, shown: [] });
    }
    expect(opened.reads.longest).toBeLessThanOrEqual(8192);
  });
});

function makeLine(shape: Shape, count: number): Segment[] {
  let column = random.below(3);
  const line = Array.from({ length: count }, (): Segment => {
    column += pick(shape.columnSteps);
    const kind = random.below(20);
    if (kind === 0) return [column];
    const place = [
      random.below(shape.sources),
      random.below(shape.largestOriginal),
      random.below(shape.largestOriginal),
    ];
    const [source = 0, originalLine = 0, originalColumn = 0] = place;
    return kind < 8
      ? [column, source, originalLine, originalColumn, random.below(shape.names)]
      : [column, source, originalLine, originalColumn];
  });
  return shape.isUnsorted === true ? shuffle(line, random) : line;
}

function shuffle<T>(list: T[], by: SeededRandom): T[] {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = by.below(last + 1);
    [list[last], list[other]] = [list[other] as T, list[last] as T];
  }
  return list;
}

function makeMap(shape: Shape): string {
  const lines = Array.from({ length: shape.lines }, () => makeLine(shape, random.below(shape.segments + 1)));
  const sources = Array.from({ length: shape.sources }, (_, index) => `src/${index}.js`);
  const names = Array.from({ length: shape.names }, (_, index) => `name${index}`);
  return textOf(mapOf(lines, { sources, names }));
}
