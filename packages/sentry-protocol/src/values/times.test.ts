import { expect, test } from '@jest/globals';
import { formatTimestamp } from '@sluice/contract';
import fc from 'fast-check';
import { readDuration, readIso, readTime } from './times.js';

test.each<[unknown, string | undefined]>([
  [1795894659, '2026-11-28T19:37:39.000Z'],
  [1795894659.335, '2026-11-28T19:37:39.335Z'],
  [1795894659.335999, '2026-11-28T19:37:39.335Z'],
  ['2026-11-28T19:37:39.335999999Z', '2026-11-28T19:37:39.335Z'],
  ['2026-11-28T19:37:39.335999', '2026-11-28T19:37:39.335Z'],
  ['2026-11-28T19:37:39', '2026-11-28T19:37:39.000Z'],
  ['2026-11-28T21:37:39+02:00', '2026-11-28T19:37:39.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  [253_402_300_799.999, '9999-12-31T23:59:59.999Z'],
  [253_402_300_800, undefined],
  [1_795_894_659_335, undefined],
  [-1, undefined],
  [Infinity, undefined],
  ['10000-01-01T00:00:00Z', undefined],
  ['yesterday', undefined],
  ['', undefined],
  [null, undefined],
  [{}, undefined],
  [true, undefined],
])('reads %p as %p', (value, expected) => {
  expect(readIso(value)).toBe(expected);
});

test('a duration is that of the numbers as sent, not of rounded ones', () => {
  expect(readDuration(1795985023.4885924, 1795985023.4886084)).toBe(0.016);
  expect(readDuration('2026-11-28T00:00:00.000100Z', '2026-11-28T00:00:00.000350Z')).toBe(0.25);
  expect(readDuration(1, undefined)).toBeUndefined();
});

test('keeps microseconds for durations', () => {
  expect(readTime('2026-11-28T19:37:39.335123Z')).toBeCloseTo(1795894659335.123, 3);
  expect(readTime(1795894659.335123)).toBeCloseTo(1795894659335.123, 3);
});

test('reads a time in seconds with milliseconds as that time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
      expect(readIso(ms / 1_000)).toBe(formatTimestamp(ms));
    }),
  );
});
