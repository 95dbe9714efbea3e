import { expect, test } from '@jest/globals';
import { splitsOf, topOf } from './topOf';

test.each([
  [0, 1],
  [-3, 1],
  [Number.NaN, 1],
  [1, 1],
  [1.2, 2],
  [3, 4],
  [7, 8],
  [9, 10],
  [38, 40],
  [1_400, 2_000],
  [0.05, 0.06],
  [0.0009, 0.001],
])('the axis of values up to %d ends at %d', (most, expected) => {
  expect(topOf(most)).toBeCloseTo(expected, 10);
  expect(topOf(most)).toBeGreaterThanOrEqual(Math.max(most, 0) || 0);
});

test('an axis has a label at its ends and at its half', () => {
  expect(splitsOf(40)).toEqual([0, 20, 40]);
  expect(splitsOf(1)).toEqual([0, 1]);
});
