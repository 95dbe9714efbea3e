import { describe, expect, test } from '@jest/globals';
import { retryDelay } from './retryDelay.js';

describe('the wait before another attempt', () => {
  test('grows from five seconds to a day, and then ends', () => {
    const waits = Array.from({ length: 11 }, (_, index) => retryDelay(index + 1, 0.5));
    expect(waits).toEqual([
      5_000,
      30_000,
      120_000,
      600_000,
      1_800_000,
      3_600_000,
      10_800_000,
      21_600_000,
      43_200_000,
      86_400_000,
      undefined,
    ]);
  });

  test('differs by up to a fifth', () => {
    expect([retryDelay(1, 0), retryDelay(1, 0.999_999)]).toEqual([4_000, 6_000]);
  });

  test.each([
    [60_000, 60_000],
    [1_000, 5_000],
    [90_000_000, 86_400_000],
  ])('is as long as the receiver asks, at most a day: %d', (asked, expected) => {
    expect(retryDelay(1, 0.5, asked)).toBe(expected);
  });
});
