import { expect, test } from '@jest/globals';
import { fitCosts } from './fit.mjs';
import { sampleSum } from './sampleSum.mjs';

const rowOf = (units, costs) => ({
  units,
  measured: Object.entries(units).reduce((sum, [name, count]) => sum + count * costs[name], 0),
});

test('finds the costs that explain the measurements', () => {
  const costs = { request: 250, event: 15, second: 2_000 };
  const rows = [
    { request: 0, event: 0, second: 10 },
    { request: 100, event: 2_000, second: 10 },
    { request: 1_000, event: 2_000, second: 10 },
    { request: 500, event: 50_000, second: 5 },
  ].map((units) => rowOf(units, costs));
  const found = fitCosts(rows);
  for (const [name, cost] of Object.entries(costs)) expect(found[name]).toBeCloseTo(cost, 1);
});

test('no cost is negative, also where that would fit better', () => {
  const rows = [
    { units: { a: 1, b: 1 }, measured: 1 },
    { units: { a: 2, b: 1 }, measured: 3 },
  ];
  expect(Math.min(...Object.values(fitCosts(rows)))).toBeGreaterThanOrEqual(0);
});

test('leaves out units that never occur', () => {
  expect(Object.keys(fitCosts([{ units: { a: 1, b: 0 }, measured: 2 }]))).toEqual(['a']);
});

test('adds up the series of one metric, and of no other', () => {
  const text = '# HELP x y\njobs{type="a"} 3\njobs{type="b"} 4.5\njobs_total 100\nother 1\n';
  expect(sampleSum(text, 'jobs')).toBe(7.5);
  expect(sampleSum(text, 'absent')).toBe(0);
});
