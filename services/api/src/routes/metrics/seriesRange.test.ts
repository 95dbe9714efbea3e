import { describe, expect, test } from '@jest/globals';
import { MAX_POINTS } from '@sluice/api-contract';
import { seriesRange } from './seriesRange.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 12, 30, 30);

describe('the interval of a series', () => {
  test.each([
    ['an hour', HOUR, MINUTE],
    ['five hours', 5 * HOUR, MINUTE],
    ['six hours, which touch seven', 6 * HOUR, 2 * MINUTE],
    ['a day', DAY, 5 * MINUTE],
    ['a week', 7 * DAY, HOUR],
    ['a month', 30 * DAY, 2 * HOUR],
    ['a year', 365 * DAY, DAY],
  ])('suits %s', (_name, backMs, stepMs) => {
    const bars = rangeOf(backMs);
    expect(bars.stepMs).toBe(stepMs);
    expect(bars.times.length).toBeLessThanOrEqual(MAX_POINTS);
  });

  test('is not shorter than the one asked for', () => {
    expect(rangeOf(HOUR, 61_000).stepMs).toBe(2 * MINUTE);
    expect(rangeOf(HOUR, 7 * DAY).stepMs).toBe(7 * DAY);
  });

  test('is an hour if only hours are stored, however short the range', () => {
    expect(rangeOf(DAY + HOUR, 0, HOUR).stepMs).toBe(HOUR);
    expect(rangeOf(DAY, 0, HOUR).stepMs).toBe(MINUTE);
  });

  test('divides whole hours', () => {
    const { fromMs, toMs, times, stepMs } = rangeOf(DAY);
    expect([fromMs % HOUR, toMs % HOUR, times.length]).toEqual([0, 0, (toMs - fromMs) / stepMs]);
    expect([fromMs, toMs]).toEqual([Math.floor((NOW - DAY) / HOUR) * HOUR, Math.ceil(NOW / HOUR) * HOUR]);
  });

  test('of rows divides the minutes of the range if that is shorter than an hour', () => {
    const range = { fromMs: NOW - 10 * MINUTE, toMs: NOW };
    const { fromMs, toMs } = seriesRange(range, { isOfRows: true });
    expect([fromMs, toMs]).toEqual([Math.floor(range.fromMs / MINUTE) * MINUTE, Math.ceil(NOW / MINUTE) * MINUTE]);
  });

  test('a range that no interval suits is refused', () => {
    expect(() => seriesRange({ fromMs: 0, toMs: NOW }, { nowMs: NOW })).toThrow(/shorter range/);
  });
});

function rangeOf(backMs: number, asked = 0, lengthMs = backMs) {
  return seriesRange({ fromMs: NOW - backMs, toMs: NOW - backMs + lengthMs }, { askedMs: asked, nowMs: NOW });
}
