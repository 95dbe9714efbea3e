import { describe, expect, test } from '@jest/globals';
import { parseCount, parseMoment, parseSpan } from './moment.js';

const NOW = Date.UTC(2026, 10, 20, 12);

describe('times on the command line', () => {
  test.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['2w', 1_209_600_000],
    ['0s', 0],
    ['24', undefined],
    ['-1h', undefined],
    ['1.5h', undefined],
    ['1y', undefined],
  ])('%s is read as a span or rejected', (text, ms) => {
    expect(parseSpan(text)).toBe(ms);
  });

  test('a span counts from now into the past or the future; anything else is ISO 8601', () => {
    expect(parseMoment('1h', NOW, 'past')).toBe(NOW - 3_600_000);
    expect(parseMoment('1h', NOW, 'future')).toBe(NOW + 3_600_000);
    expect(parseMoment('2026-11-01', NOW, 'past')).toBe(Date.UTC(2026, 10, 1));
    expect(() => parseMoment('yesterday', NOW, 'past')).toThrow('is not a time');
  });

  test.each(['', ' ', '1.5', '1e9', '-1', 'x', '11'])('"%s" is no count from 0 to 10', (text) => {
    expect(() => parseCount(text, 0, 10)).toThrow('must be a whole number from 0 to 10');
  });
});
