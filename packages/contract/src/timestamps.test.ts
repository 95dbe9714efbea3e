import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatTimestamp, parseTimestamp } from './timestamps.js';

describe('parseTimestamp (protocol 2.1)', () => {
  test.each([
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    ['2026-11-20T10:11', Date.UTC(2026, 10, 20, 10, 11)],
    ['2026-11-20T10:11:12', Date.UTC(2026, 10, 20, 10, 11, 12)],
    ['2026-11-20T10:11:12Z', Date.UTC(2026, 10, 20, 10, 11, 12)],
    ['2026-11-20T10:11:12.5Z', Date.UTC(2026, 10, 20, 10, 11, 12, 500)],
    ['2026-11-20T10:11:12.123456789Z', Date.UTC(2026, 10, 20, 10, 11, 12, 123)],
    ['2026-11-20T10:11:12+02:00', Date.UTC(2026, 10, 20, 8, 11, 12)],
    ['2026-11-20T10:11:12-05:30', Date.UTC(2026, 10, 20, 15, 41, 12)],
    ['2026-11-20T24:00:00Z', Date.UTC(2026, 10, 21)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['1970-01-01T00:00:00Z', 0],
    ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('%s is accepted', (text, ms) => {
    expect(parseTimestamp(text)).toBe(ms);
  });

  test.each([
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-29',
    '2026-04-31',
    '2026-11-20T24:00:01Z',
    '2026-11-20T24:01:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T23:59:60Z',
    '2026-11-20T10',
    '2026-11-20 10:11:12',
    '2026-11-20t10:11:12z',
    '20261120T101112Z',
    '2026-W47-5',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+01:00',
    '+010000-01-01T00:00:00Z',
    '2026-11-20T10:11:12+0200',
    '2026-11-20T10:11:12,5Z',
    '2026-11-20T10:11:12+24:00',
    ' 2026-11-20',
    `2026-11-20T10:11:12.${'1'.repeat(60)}Z`,
    1_763_633_472,
    null,
    undefined,
    {},
  ])('%j is refused', (value) => {
    expect(parseTimestamp(value)).toBeUndefined();
  });
});

test('the parser reads the format of toISOString like the same time with an explicit zero offset', () => {
  const time = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
  const other = fc.tuple(fc.nat({ max: 22 }), fc.constantFrom('0', '1', '2', '3', '6', '9', '-', ':', 'T', ' ', 'x'));
  fc.assert(
    fc.property(time, fc.option(other), (date, change) => {
      const usual = date.toISOString();
      const text = change === null ? usual : usual.slice(0, change[0]) + change[1] + usual.slice(change[0] + 1);
      expect(parseTimestamp(text)).toBe(parseTimestamp(text.replace(/Z$/, '+00:00')));
      expect(parseTimestamp(usual)).toBe(date.getTime());
    }),
    { numRuns: 2_000 },
  );
});

test('a time is written as Date does', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: Date.UTC(9999, 11, 31), noNaN: true })), (times) => {
      expect(times.map(formatTimestamp)).toEqual(times.map((ms) => new Date(Math.floor(ms)).toISOString()));
    }),
  );
});
