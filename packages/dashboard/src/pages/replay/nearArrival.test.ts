import { expect, test } from '@jest/globals';
import { nearArrival } from './nearArrival';

const RECEIVED = Date.UTC(2026, 10, 28, 12);
const START = RECEIVED - 5_000;
const DAY = 86_400_000;
const YEARS = 30 * 365 * DAY;

const place = (times: readonly number[]): readonly number[] =>
  nearArrival(
    times.map((timestamp) => ({ type: 3, timestamp, data: {} })),
    RECEIVED,
  ).map(({ timestamp }) => timestamp - START);

test.each([
  ['near the arrival stay', [START, START + 10, RECEIVED + 60_000], [0, 10, 65_000]],
  ['up to 24 hours before it stay', [RECEIVED - DAY, START], [5_000 - DAY, 0]],
  ['in seconds become milliseconds', [START / 1_000, START / 1_000 + 2], [0, 2_000]],
  ['in both units agree', [START, START / 1_000 + 2, START + 3_000], [0, 2_000, 3_000]],
  ['of which the first is days off', [START - 3 * DAY, START + 10, START + 20], [10, 10, 20]],
  ['of which one within is days off', [START, START - 3 * DAY, START + 20], [0, 0, 20]],
  ['of which the last is years ahead', [START, START + 10, START + YEARS], [0, 10, 10]],
  ['of a device in 1970 move together', [86_400_000, 86_400_010, 86_404_000], [1_000, 1_010, 5_000]],
  ['of a device 2 days behind move together', [START - 2 * DAY, START - 2 * DAY + 7], [4_993, 5_000]],
  ['of a device years ahead move together', [START + YEARS, START + YEARS + 7], [4_993, 5_000]],
  ['of two wrong clocks have a bounded length', [0, START + YEARS, START + YEARS], [5_000, 5_000, 5_000]],
])('events %s', (_name, times, expected) => {
  expect(place(times)).toEqual(expected);
});

test('no events are none', () => {
  expect(nearArrival([], RECEIVED)).toEqual([]);
});
