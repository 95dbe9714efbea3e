import { describe, expect, test } from '@jest/globals';
import { pauseAfter } from './pauseAfter.js';

describe('the rest of a ledger', () => {
  test.each([
    [0, 0],
    [5, 100],
    [308, 6_160],
    [60_000, 30_000],
  ])('after a read of %d ms is %d ms', (readMs, restMs) => {
    expect(pauseAfter(readMs)).toBe(restMs);
  });
});
