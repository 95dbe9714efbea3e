import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isoTime } from './isoTime.js';

const MAX_MS = 8.64e15;

test('a time is written as a Date writes it, whatever was written before', () => {
  const any = fc.double({ min: -MAX_MS, max: MAX_MS, noNaN: true });
  const usual = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2026, 0) + 180_000 });
  fc.assert(
    fc.property(fc.array(fc.oneof(any, usual)), (times) => {
      expect(times.map(isoTime)).toEqual(times.map((ms) => new Date(ms).toISOString()));
    }),
    { numRuns: 1_000 },
  );
});

test.each([0, -1, 59_999, 60_000, -60_000, MAX_MS, -MAX_MS])('%d is written as a Date writes it', (ms) => {
  expect(isoTime(ms)).toBe(new Date(ms).toISOString());
});

test.each([NaN, Infinity, MAX_MS + 1, -MAX_MS - 1])('%d throws, and later times are written correctly', (ms) => {
  // The last valid millisecond is in the minute of the first invalid one.
  isoTime(MAX_MS);
  expect(() => isoTime(ms)).toThrow(RangeError);
  expect(() => isoTime(ms)).toThrow(RangeError);
  expect(isoTime(1)).toBe('1970-01-01T00:00:00.001Z');
});
