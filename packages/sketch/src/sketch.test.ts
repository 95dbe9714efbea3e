import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addEncoded,
  addValue,
  addValues,
  countOf,
  decodeSketch,
  encodeSketch,
  MAX_BUCKETS,
  mergeSketches,
  quantile,
  RELATIVE_ERROR,
  type Sketch,
} from './index.js';

const SHARES = [0, 0.01, 0.25, 0.5, 0.75, 0.95, 0.99, 1];

describe('a quantile sketch', () => {
  test.each<[name: string, values: readonly number[]]>([
    ['one value', [42]],
    ['all equal', series(() => 12.5)],
    ['zeros of both signs', [0, -0, 0]],
    ['a line through zero', series((index) => index - 1_000)],
    ['exponential', series((index) => -Math.log((index + 0.5) / 2_000) * 100)],
    ['heavy tail', series((index) => ((index + 0.5) / 2_000) ** -3)],
    ['two humps', series((index) => (index % 10 === 0 ? 5_000 + index : 10 + index / 1_000))],
    ['tiny and huge', [1e-300, 1e300, -1e300, -1e-300, 0, Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE]],
    ['powers of the base', series((index) => 1.02 ** (index - 1_000))],
    ['powers of ten', series((index) => 10 ** ((index % 600) - 300), 600)],
  ])('answers every quantile within the bound: %s', (_name, values) => {
    const sketch = sketchOf(values);
    for (const q of SHARES) expect([q, closeTo(quantile(sketch, q), exact(values, q))]).toEqual([q, true]);
    expect(countOf(sketch)).toBe(values.length);
  });

  test('answers every quantile of any numbers within the bound', () => {
    const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (values, q) =>
        closeTo(quantile(sketchOf(values), q), exact(values, q)),
      ),
    );
  });

  test('interpolates between few values and returns exact extremes', () => {
    const values = series((index) => 100 * (index + 1), 10);
    const extremes = { min: 100, max: 1_000 };
    const [p50, p95, p99, p100] = [0.5, 0.95, 0.99, 1].map((q) => quantile(sketchOf(values), q, extremes));
    expect(p50).toBeCloseTo(550, -1);
    expect(p95).toBeCloseTo(955, 0);
    expect(p99).toBeCloseTo(991, 0);
    expect(p100).toBe(1_000);
    expect(quantile(sketchOf([7]), 0.99, { min: 7, max: 7 })).toBe(7);
  });

  test('has an error of at most 1 % at every size, measured against exact percentiles', () => {
    const makers: readonly ((uniform: number, index: number) => number)[] = [
      (uniform) => uniform * 1_000,
      (uniform) => -Math.log(1 - uniform) * 100,
      (uniform) => Math.exp(3 * Math.sqrt(-2 * Math.log(1 - uniform))),
      (uniform) => (1 - uniform) ** -1.5,
      (uniform, index) => (index % 10 === 0 ? 5_000 : 10) + uniform,
      (_uniform, index) => index + 1,
    ];
    let worst = 0;
    for (const size of [2, 3, 5, 10, 20, 50, 100, 500, 2_000, 10_000]) {
      for (const make of makers) {
        const random = randomFrom(size);
        const values = series((index) => make(random(), index), size);
        const extremes = { min: Math.min(...values), max: Math.max(...values) };
        for (const q of [0.5, 0.95, 0.99]) {
          const { value } = exact(values, q);
          const estimate = quantile(sketchOf(values), q, extremes) ?? Number.NaN;
          worst = Math.max(worst, Math.abs(estimate - value) / value);
        }
      }
    }
    // `services/spans/README.md` states this figure.
    expect(Number(worst.toFixed(4))).toBe(0.0098);
  });

  test('has no quantile while it is empty, and rejects values that are not numbers', () => {
    expect(quantile(new Map(), 0.5)).toBeUndefined();
    expect(() => quantile(sketchOf([1]), 1.5)).toThrow(RangeError);
    for (const value of [Number.NaN, Infinity, -Infinity]) expect(() => addValue(new Map(), value)).toThrow(RangeError);
  });

  test('adds many numbers at once like one by one', () => {
    const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 300 });
    fc.assert(
      fc.property(numbers, numbers, (first, second) => {
        const sketch = sketchOf(first);
        addValues(sketch, second);
        expect(encodeSketch(sketch)).toBe(encodeSketch(sketchOf([...first, ...second])));
      }),
    );
    expect(() => addValues(new Map(), [1, Infinity])).toThrow(RangeError);
  });

  test('collapses the lowest buckets: high quantiles keep the bound, and nothing is lost from the count', () => {
    const values = series((index) => 1.025 ** (index - 5_000), 20_000).map((value, index) =>
      index % 5 === 0 ? -value : value,
    );
    const sketch = sketchOf(values);
    expect(decodeSketch(encodeSketch(sketch)).size).toBe(MAX_BUCKETS);
    expect(countOf(sketch)).toBe(values.length);
    for (const q of [0.95, 0.99, 1]) expect(closeTo(quantile(sketch, q), exact(values, q))).toBe(true);
  });
});

describe('merging', () => {
  /** Far more buckets than are kept: the order in which they are given up must not show. */
  const wide = fc.array(
    fc.array(
      fc
        .tuple(fc.integer({ min: -37_000, max: 35_000 }), fc.boolean())
        .map(([at, sign]) => (sign ? 1 : -1) * 1.02 ** at),
      { minLength: 300, maxLength: 1_500, size: 'max' },
    ),
    { minLength: 2, maxLength: 4, size: 'max' },
  );
  const finite = (lists: readonly (readonly number[])[]): readonly (readonly number[])[] =>
    lists.map((values) => values.filter(Number.isFinite));

  test('neither its order nor its grouping matters, to the character, collapsed or not', () => {
    fc.assert(
      fc.property(wide, fc.integer(), (lists, turn) => {
        const parts = finite(lists).map(sketchOf);
        const turned = parts.map(
          (_, index) => parts[(index + Math.abs(turn)) % parts.length] ?? new Map<number, number>(),
        );
        const left = parts.reduce((a, b) => decodeSketch(encodeSketch(mergeSketches(a, b))));
        const right = turned.reduceRight((a, b) => mergeSketches(b, a));
        const whole = sketchOf(finite(lists).flat());
        expect(encodeSketch(right)).toBe(encodeSketch(left));
        expect(encodeSketch(whole)).toBe(encodeSketch(left));
      }),
      { numRuns: 30 },
    );
  });

  test('leaves both as they were', () => {
    const [a, b] = [sketchOf([1]), sketchOf([1, 2])];
    mergeSketches(a, b);
    expect([countOf(a), countOf(b)]).toEqual([1, 2]);
  });
});

describe('the text of a sketch', () => {
  test('survives serialization, and can be added in serialized form', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), (values) => {
        const sketch = sketchOf(values);
        const text = encodeSketch(sketch);
        expect(encodeSketch(decodeSketch(text))).toBe(text);
        const twice = sketchOf(values);
        addEncoded(twice, text);
        expect(encodeSketch(twice)).toBe(encodeSketch(mergeSketches(sketch, sketch)));
      }),
    );
  });

  test.each([0, 1, -1, 250, 1e300, -1e300, 1e-300, Number.MIN_VALUE, -Number.MAX_VALUE])(
    'of the one value %p has at most 12 characters',
    (value) => expect(encodeSketch(sketchOf([value])).length).toBeLessThanOrEqual(12),
  );

  test('keeps counts beyond 32 bits', () => {
    const sketch: Sketch = new Map();
    addValue(sketch, 3, 2 ** 45 + 1);
    expect(countOf(decodeSketch(encodeSketch(sketch)))).toBe(2 ** 45 + 1);
  });

  test.each(['', '2', '1A', '1é', '1g', '1gg-gg', '1__g', '1ggg', '1-___zgg'])('%p is not a sketch', (text) => {
    expect(() => decodeSketch(text)).toThrow(RangeError);
  });
});

/**
 * The exact quantile, and the magnitude that the error is relative to: that of the value, unless its neighbors have
 * different signs.
 */
function exact(values: readonly number[], q: number): { readonly value: number; readonly magnitude: number } {
  const ordered = Float64Array.from(values).sort();
  const position = q * (values.length - 1);
  const [below, share] = [Math.floor(position), position % 1];
  const [a = Number.NaN, b = a] = [ordered[below], ordered[below + 1]];
  return { value: a * (1 - share) + b * share, magnitude: Math.abs(a) * (1 - share) + Math.abs(b) * share };
}

/** A small deterministic generator of numbers from 0 up to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x8000_0000;
}

function sketchOf(values: readonly number[]): Sketch {
  const sketch: Sketch = new Map();
  for (const value of values) addValue(sketch, value);
  return sketch;
}

/** The smallest doubles have few digits left: half a unit of each of two is allowed for. */
function closeTo(estimate: number | undefined, { value, magnitude }: ReturnType<typeof exact>): boolean {
  return estimate !== undefined && Math.abs(estimate - value) <= RELATIVE_ERROR * magnitude + 2 * Number.MIN_VALUE;
}

function series(make: (index: number) => number, count = 2_000): readonly number[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
