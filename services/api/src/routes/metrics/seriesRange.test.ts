import { describe, expect, test } from '@jest/globals';
import { MAX_POINTS, seriesRange } from './seriesRange.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 12, 30, 30);

const rangeOf = (backMs: number, asked = 0, lengthMs = backMs) =>
  seriesRange({ fromMs: NOW - backMs, toMs: NOW - backMs + lengthMs }, asked, NOW);

describe('the interval of a series', () => {
  test.each([
    ['an hour', HOUR, MINUTE],
    ['six hours', 6 * HOUR, MINUTE],
    ['seven hours', 7 * HOUR, 2 * MINUTE],
    ['a day', DAY, 5 * MINUTE],
    ['a week', 7 * DAY, HOUR],
    ['a month', 30 * DAY, 2 * HOUR],
    ['a year', 365 * DAY, DAY],
  ])('suits %s', (_name, backMs, intervalMs) => {
    const range = rangeOf(backMs);
    expect(range.intervalMs).toBe(intervalMs);
    expect((range.toMs - range.fromMs) / intervalMs).toBeLessThanOrEqual(MAX_POINTS);
  });

  test('is not shorter than the one asked for', () => {
    expect(rangeOf(HOUR, 61_000).intervalMs).toBe(2 * MINUTE);
    expect(rangeOf(HOUR, 7 * DAY).intervalMs).toBe(7 * DAY);
  });

  test('is an hour if only hours are stored, however short the range', () => {
    expect(rangeOf(DAY + HOUR, 0, HOUR).intervalMs).toBe(HOUR);
    expect(rangeOf(DAY, 0, HOUR).intervalMs).toBe(MINUTE);
  });

  test('divides the range, extended to whole intervals', () => {
    const { fromMs, toMs, intervalMs } = rangeOf(DAY);
    expect([fromMs % intervalMs, toMs % intervalMs]).toEqual([0, 0]);
    expect(fromMs).toBeLessThanOrEqual(NOW - DAY);
    expect(toMs).toBeGreaterThanOrEqual(NOW);
  });

  test('a range that no interval suits is refused', () => {
    expect(() => seriesRange({ fromMs: 0, toMs: NOW }, 0, NOW)).toThrow(/shorter range/);
  });
});
