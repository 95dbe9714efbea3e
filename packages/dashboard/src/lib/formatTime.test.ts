import { expect, test } from '@jest/globals';
import {
  formatClock,
  formatDay,
  formatDayMinutes,
  formatRange,
  formatRangeUtc,
  formatTime,
  formatUtc,
  toLocalInput,
} from './formatTime';

const TIME = new Date('2026-11-24T22:41:07.218Z');

test('a time is shown in the zone of the reader and in UTC', () => {
  expect(formatTime(TIME, 'UTC')).toBe('24 Nov 2026, 22:41:07.218');
  expect(formatTime(TIME, 'Asia/Kolkata')).toBe('25 Nov 2026, 04:11:07.218');
  expect(formatUtc(TIME)).toBe('2026-11-24 22:41:07.218 UTC');
  expect(formatDayMinutes(TIME, 'UTC')).toBe('24 Nov 2026, 22:41');
  expect([formatDay(TIME, 'UTC'), formatClock(TIME, 'UTC')]).toEqual(['24 Nov 2026', '22:41:07.218']);
});

test.each([
  ['2026-11-24T20:00:00Z', '24 Nov, 20:00 – 22:41'],
  ['2026-11-23T22:41:00Z', '23 Nov, 22:41 – 24 Nov, 22:41'],
])('a range names a day once (from %s)', (from, text) => {
  const range = { from: new Date(from), to: TIME };
  expect(formatRange(range, 'UTC')).toBe(text);
  expect(formatRangeUtc(range)).toBe(`${text} UTC`);
});

test('what a form takes is read back as the same minute', () => {
  expect(new Date(toLocalInput(TIME)).toISOString()).toBe('2026-11-24T22:41:00.000Z');
});
