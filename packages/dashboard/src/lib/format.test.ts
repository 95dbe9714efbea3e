import { describe, expect, test } from '@jest/globals';
import {
  formatAge,
  formatBytes,
  formatCompact,
  formatCount,
  formatDuration,
  formatPosition,
  formatRate,
  formatShare,
  formatShortDuration,
  plural,
} from './format';

test.each([
  [0, '0 ms'],
  [0.0123, '12 µs'],
  [3.412, '3.41 ms'],
  [41.25, '41.3 ms'],
  [999.4, '999 ms'],
  [1_840, '1.84 s'],
  [125_000, '2 min 5 s'],
  [120_000, '2 min'],
  [11_040_000, '3 h 4 min'],
  [183_600_000, '2 d 3 h'],
  [-1_840, '−1.84 s'],
])('a duration of %d ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [0, '0 ms'],
  [0.04, '40 µs'],
  [40, '40 ms'],
  [1_500, '1.5 s'],
  [80_000, '1.3 min'],
  [7_200_000, '2 h'],
  [172_800_000, '2 d'],
])('on an axis a duration of %d ms is %s', (ms, text) => {
  expect(formatShortDuration(ms)).toBe(text);
});

test.each([
  [0, '0 B'],
  [512, '512 B'],
  [4_300, '4.3 KB'],
  [1_000_000, '1 MB'],
  [157_286_400, '157 MB'],
  [2_000_000_000, '2 GB'],
  [9e15, '9000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [-5, '0 s'],
  [9_000, '9 s'],
  [119_000, '1 min'],
  [3 * 3_600_000, '3 h'],
  [41 * 86_400_000, '41 d'],
])('an age of %d ms is %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

describe('numbers', () => {
  test('are shown in full, and short on axes', () => {
    expect([formatCount(1_284), formatCompact(1_284), formatCompact(9_412_077)]).toEqual(['1,284', '1.28K', '9.41M']);
  });

  test('shares are never rounded down to nothing', () => {
    expect([0, 0.0004, 0.125, 0.53, 1].map(formatShare)).toEqual(['0%', '<0.1%', '12.5%', '53.0%', '100%']);
  });

  test('rates have the unit in which they are at least one', () => {
    expect([240, 1, 0.0388, 0.0000495].map(formatRate)).toEqual(['240/min', '1/min', '2.33/h', '0.0713/day']);
  });

  test('have the form of the word that follows', () => {
    expect([plural(1, 'issue'), plural(2_000, 'issue'), plural(0, 'entry', 'entries')]).toEqual([
      '1 issue',
      '2,000 issues',
      '0 entries',
    ]);
  });
});

test.each([
  [-5, '0:00'],
  [64_999, '1:04'],
  [3_729_000, '1:02:09'],
])('a position of %d ms is %s', (ms, expected) => {
  expect(formatPosition(ms)).toBe(expected);
});
