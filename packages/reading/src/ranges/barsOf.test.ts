import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { barsOf } from './barsOf.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string): number => Date.parse(text);

describe('the bars of a range', () => {
  test('of days begin at midnight in UTC, the first one maybe before the range', () => {
    expect(bars('2026-11-10T15:00Z', '2026-11-12T03:00Z', DAY)).toEqual({
      times: ['11-10T00:00', '11-11T00:00', '11-12T00:00'],
      bounds: ['11-10T15:00', '11-11T00:00', '11-12T00:00'],
    });
  });

  test('of days begin at midnight in the zone; an hour belongs to the day in which it begins', () => {
    expect(bars('2026-11-10T15:00Z', '2026-11-12T03:00Z', DAY, 'Asia/Kolkata')).toEqual({
      times: ['11-09T18:30', '11-10T18:30', '11-11T18:30'],
      bounds: ['11-10T15:00', '11-10T19:00', '11-11T19:00'],
    });
  });

  test('a range that begins with the hour of a midnight belongs to the day before', () => {
    expect(bars('2026-11-10T18:00Z', '2026-11-10T20:00Z', DAY, 'Asia/Kolkata')).toEqual({
      times: ['11-09T18:30', '11-10T18:30'],
      bounds: ['11-10T18:00', '11-10T19:00'],
    });
  });

  test('of the day on which the clock changes are as long as that', () => {
    expect(bars('2026-10-31T04:00Z', '2026-11-03T05:00Z', DAY, 'America/New_York').times).toEqual([
      '10-31T04:00',
      '11-01T04:00',
      '11-02T05:00',
    ]);
    expect(bars('2026-03-07T05:00Z', '2026-03-10T04:00Z', DAY, 'America/New_York').times).toEqual([
      '03-07T05:00',
      '03-08T05:00',
      '03-09T04:00',
    ]);
  });

  test('of six hours begin at midnight in the zone', () => {
    expect(bars('2026-11-10T15:00Z', '2026-11-11T03:00Z', 6 * HOUR, 'Asia/Kolkata').times).toEqual([
      '11-10T12:30',
      '11-10T18:30',
      '11-11T00:30',
    ]);
  });

  test('of minutes divide the hours', () => {
    expect(bars('2026-11-10T15:00Z', '2026-11-10T16:00Z', 15 * 60_000, 'Asia/Kolkata').times).toEqual([
      '11-10T15:00',
      '11-10T15:15',
      '11-10T15:30',
      '11-10T15:45',
    ]);
  });

  test('cover it exactly, in any zone and at any step', () => {
    const zones = [
      'UTC',
      'Asia/Kolkata',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'America/Santiago',
    ];
    const hours = fc.integer({ min: 0, max: 600_000 });
    const steps = fc.constantFrom(900_000, HOUR, 2 * HOUR, 6 * HOUR, DAY, 7 * DAY);
    fc.assert(
      fc.property(
        hours,
        fc.integer({ min: 1, max: 2_000 }),
        steps,
        fc.constantFrom(...zones),
        (from, length, step, zone) => {
          const range = { fromMs: from * HOUR, toMs: (from + length) * HOUR };
          const { times, bounds } = barsOf(range, step, zone);
          expect(bounds[0]).toBe(range.fromMs);
          expect(bounds).toHaveLength(times.length);
          expect([...bounds].sort((a, b) => a - b)).toEqual(bounds);
          expect(new Set(bounds).size).toBe(bounds.length);
          expect(bounds.at(-1)).toBeLessThan(range.toMs);
        },
      ),
      { numRuns: 300 },
    );
  });
});

function bars(from: string, to: string, stepMs: number, zone?: string) {
  const { times, bounds } = barsOf({ fromMs: at(from), toMs: at(to) }, stepMs, zone);
  const text = (ms: number): string => new Date(ms).toISOString().slice(5, 16);
  return { times: times.map(text), bounds: bounds.map(text) };
}
