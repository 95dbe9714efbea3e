import { describe, expect, test } from '@jest/globals';
import { barTimes } from './barTimes';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// Times in the zone of whoever runs the test: any zone has to pass.
const local = (day: number, hour = 0): number => new Date(2026, 9, day, hour).getTime();

describe('the bars of a range', () => {
  test('of days begin at midnight of the reader, the first one before the range', () => {
    expect(barTimes(local(24, 15), local(27, 3), DAY)).toEqual([24, 25, 26, 27].map((day) => local(day)));
  });

  test('of days on which clocks change begin at midnight, too', () => {
    const days = Array.from({ length: 366 }, (_, index) => new Date(2026, 0, 1 + index).getTime());
    expect(barTimes(new Date(2026, 0, 1, 12).getTime(), new Date(2027, 0, 1, 12).getTime(), DAY)).toEqual(days);
  });

  test('of six hours begin at midnight of the reader', () => {
    const [from, to] = [local(14, 7), local(15, 7)];
    expect(barTimes(from, to, 6 * HOUR)).toEqual([local(14, 6), local(14, 12), local(14, 18), local(15), local(15, 6)]);
  });

  test('of an hour begin with the hours, of minutes divide the range', () => {
    expect(barTimes(10.5 * HOUR, 12 * HOUR, HOUR)).toEqual([10 * HOUR, 11 * HOUR]);
    expect(barTimes(10 * HOUR, 11 * HOUR, HOUR / 4)).toEqual([10, 10.25, 10.5, 10.75].map((hour) => hour * HOUR));
  });
});
