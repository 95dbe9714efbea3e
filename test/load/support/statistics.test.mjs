import { describe, expect, test } from '@jest/globals';
import { median, quantile, short, spread, withSpread } from './statistics.mjs';

describe('statistics of runs', () => {
  test.each([
    [[], NaN],
    [[3], 3],
    [[5, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  test.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('the quantile %d of 1 to 100 is %d', (share, expected) => {
    const values = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(quantile(values, share)).toBe(expected);
  });

  test('does not sort its input in place', () => {
    const values = [3, 1, 2];
    median(values);
    quantile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });

  test('a spread keeps the order of its runs', () => {
    expect(spread([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3, runs: [3, 1, 2] });
  });

  test.each([
    [0, '0'],
    [0.3123, '0.312'],
    [4.567, '4.57'],
    [12_345.6, '12,346'],
    [NaN, '–'],
    [Infinity, '–'],
  ])('formats %d as %s', (value, expected) => {
    expect(short(value)).toBe(expected);
  });

  test('formats a spread as median and range', () => {
    expect(withSpread([200, 100, 300])).toBe('200 (100–300)');
    expect(withSpread(spread([0.2, 0.3]))).toBe('0.250 (0.200–0.300)');
  });
});
