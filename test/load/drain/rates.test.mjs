import { expect, test } from '@jest/globals';
import { rateOf } from './commits.mjs';
import { cpuBetween } from './cpuOverTime.mjs';

test('the rate is the rows stored after the first commit divided by the time from it to the last commit', () => {
  const rate = rateOf([
    { at: 5_000, rows: 70 },
    { at: 6_000, rows: 100 },
    { at: 7_000, rows: 300 },
  ]);
  expect(rate).toEqual({ rows: 470, perSecond: 200, fromMs: 5_000, toMs: 7_000, commits: 3, rowsOfCommit: 470 / 3 });
});

test('a single commit has no rate', () => {
  expect(() => rateOf([{ at: 5_000, rows: 70 }])).toThrow('too few rows');
  expect(() => rateOf([])).toThrow('too few rows');
});

test('CPU between two times is interpolated linearly between samples', () => {
  const samples = [
    { at: 100, workers: 0, redis: 1 },
    { at: 200, workers: 2, redis: 1 },
    { at: 300, workers: 3, redis: 1.5 },
  ];
  expect(cpuBetween(samples, 150, 300)).toEqual({ workers: 2, redis: 0.5 });
  expect(cpuBetween(samples, 0, 1_000)).toEqual({ workers: 3, redis: 0.5 });
});
