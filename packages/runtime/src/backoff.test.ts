import { describe, expect, test } from '@jest/globals';
import { Backoff, backoffMs } from './backoff.js';

describe('back-off', () => {
  const limits = { firstMs: 250, maxMs: 5_000 };
  test.each([
    [0, 0, 125],
    [0, 1, 250],
    [1, 1, 500],
    [4, 1, 4_000],
    [5, 1, 5_000],
    [5, 0, 2_500],
    [10_000, 1, 5_000],
  ])('retry %i with random %d waits %i ms', (retry, random, expected) => {
    expect(backoffMs(retry, limits, random)).toBe(expected);
  });

  test('counts failures in a row, and starts over after a reset', () => {
    const backoff = new Backoff({ firstMs: 100, maxMs: 150 });
    expect(backoff.next()).toBeLessThanOrEqual(100);
    expect(backoff.next()).toBeLessThanOrEqual(150);
    expect(backoff.count).toBe(2);
    backoff.reset();
    expect(backoff.count).toBe(0);
    expect(backoff.next()).toBeLessThanOrEqual(100);
  });
});
