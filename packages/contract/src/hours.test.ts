import { describe, expect, test } from '@jest/globals';
import {
  endOfMonth,
  hourOf,
  monthOf,
  secondsToNextHour,
  secondsToNextMonth,
  startOfHour,
  startOfMonth,
} from './hours.js';

const at = (text: string): number => Date.parse(text);

describe('hours and months are UTC (protocol 8)', () => {
  test('an hour begins at its first millisecond', () => {
    const hour = hourOf(at('2026-11-20T12:00:00.000Z'));
    expect(hourOf(at('2026-11-20T12:59:59.999Z'))).toBe(hour);
    expect(hourOf(at('2026-11-20T13:00:00.000Z'))).toBe(hour + 1);
    expect(startOfHour(hour)).toBe(at('2026-11-20T12:00:00Z'));
  });

  test('a month is a calendar month', () => {
    expect(monthOf(at('2026-12-31T23:59:59.999Z'))).toBe(202612);
    expect(monthOf(at('2027-01-01T00:00:00Z'))).toBe(202701);
    expect(startOfMonth(202612)).toBe(at('2026-12-01T00:00:00Z'));
    expect(endOfMonth(202612)).toBe(at('2027-01-01T00:00:00Z'));
    expect(endOfMonth(202402)).toBe(at('2024-03-01T00:00:00Z'));
  });

  test.each([
    ['2026-11-20T12:00:00.000Z', 3600],
    ['2026-11-20T12:59:59.999Z', 1],
    ['2026-11-20T12:59:58.001Z', 2],
  ])('from %s it is %i s to the next hour, never 0', (text, seconds) => {
    expect(secondsToNextHour(at(text))).toBe(seconds);
  });

  test('seconds to the next month end with it', () => {
    expect(secondsToNextMonth(at('2026-11-30T23:59:59.500Z'))).toBe(1);
    expect(secondsToNextMonth(at('2026-11-30T00:00:00Z'))).toBe(86_400);
  });
});
