import { describe, expect, test } from '@jest/globals';
import { millisecondsBetween, readTime, toIso } from './readTime.js';

describe('a time in nanoseconds', () => {
  test.each<[unknown, object | undefined]>([
    ['1795894446859123456', { ms: 1795894446859, rest: 123456 }],
    [1795894446859123456, { ms: 1795894446859, rest: 123456 }],
    ['999999', { ms: 0, rest: 999999 }],
    ['18446744073709551615', { ms: 18446744073709, rest: 551615 }],
    [
      { low: -1, high: -1, unsigned: true },
      { ms: 18446744073709, rest: 551615 },
    ],
    [
      { low: 1, high: 0, unsigned: true },
      { ms: 0, rest: 1 },
    ],
    [{ low: 0, high: 0, unsigned: true }, undefined],
    ['0', undefined],
    [0, undefined],
    [1.5, undefined],
    [-1, undefined],
    ['-1', undefined],
    ['99999999999999999999', undefined],
    ['2026-01-31T12:00:00Z', undefined],
    [null, undefined],
    [{}, undefined],
  ])('%j is %j', (sent, expected) => {
    expect(readTime(sent)).toEqual(expected);
  });

  test('is cut to milliseconds', () => {
    expect(toIso({ ms: 1795894446859, rest: 999_999 })).toBe('2026-11-28T19:34:06.859Z');
  });

  test('is exact in differences', () => {
    expect(millisecondsBetween({ ms: 1, rest: 2_000 }, { ms: 2, rest: 0 })).toBe(0.998);
    expect(millisecondsBetween({ ms: 1795894446859, rest: 1 }, { ms: 1795894446859, rest: 0 })).toBe(-0.000001);
  });
});
