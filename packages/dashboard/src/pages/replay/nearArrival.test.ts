import { describe, expect, test } from '@jest/globals';
import { besideRecording, clockShift, nearArrival, type Segment } from './nearArrival';

const RECEIVED = Date.UTC(2026, 10, 28, 12);
const START = RECEIVED - 5_000;
const DAY = 86_400_000;
const YEARS = 30 * 365 * DAY;

const within = (segments: readonly Segment[], maxAgeMs = DAY) => ({ segments, maxAgeMs });

test.each([
  ['near the arrival stay', [START, START + 10, RECEIVED + 60_000], [0, 10, 65_000]],
  ['up to 24 hours before it stay', [RECEIVED - DAY, START], [5_000 - DAY, 0]],
  ['in seconds become milliseconds', [START / 1_000, START / 1_000 + 2], [0, 2_000]],
  ['in both units agree', [START, START / 1_000 + 2, START + 3_000], [0, 2_000, 3_000]],
  ['of which the first is days off move to the arrival', [START - 3 * DAY, START + 10, START + 20], [10, 10, 20]],
  ['of which one within is days off keep their order', [START, START - 3 * DAY, START + 20], [0, 0, 20]],
  ['of which the last is years ahead have a bounded length', [START, START + 10, START + YEARS], [0, 10, 10]],
  ['of a device in 1970 move together', [86_400_000, 86_400_010, 86_404_000], [1_000, 1_010, 5_000]],
  ['of a device 2 days behind move together', [START - 2 * DAY, START - 2 * DAY + 7], [4_993, 5_000]],
  ['of a device years ahead move together', [START + YEARS, START + YEARS + 7], [4_993, 5_000]],
  ['of two wrong clocks have a bounded length', [0, START + YEARS, START + YEARS], [5_000, 5_000, 5_000]],
])('events %s', (_name, times, expected) => {
  expect(place(times)).toEqual(expected);
});

test('the bound is that of the server', () => {
  expect(place([START - 3 * DAY, START], 7 * DAY)).toEqual([-3 * DAY, 0]);
  expect(place([START - 2 * 3_600_000, START], 3_600_000)).toEqual([0, 0]);
});

test('no events are none', () => {
  expect(nearArrival(within([]))).toEqual([]);
  expect(nearArrival(within([segmentOf([])]))).toEqual([]);
});

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Three segments of 5 s, each sent at once, that arrive after these delays. */
const recordingOf = (clockMs: number, delays: readonly number[]) =>
  delays.map((delay, index) => {
    const at = START + index * 5_000;
    return segmentOf([at + clockMs, at + 4_900 + clockMs], at + 5_000 + delay);
  });

describe.each([
  ['right', 0],
  ['8 days slow', -8 * DAY],
  ['a day slow, which is the bound', -DAY + SECOND],
  ['a minute fast, which is the bound', 61 * SECOND],
  ['an hour fast', HOUR],
  ['years fast', YEARS],
  ['of 1970', -START],
])('a recording by a clock that is %s', (_name, clockMs) => {
  test.each([
    ['the first segment arrives late', [3_000, 200, 100]],
    ['the first segment arrives last', [30_000, 200, 100]],
    ['a segment arrives hours late', [0, 5 * HOUR, 0]],
    ['no segment is late', [0, 0, 0]],
  ])('keeps its order and distances when %s', (_when, delays) => {
    const recording = recordingOf(clockMs, delays);
    const placed = nearArrival(within(recording)).map(({ timestamp }) => timestamp);
    const [first = 0] = placed;
    expect(placed.map((time) => time - first)).toEqual([0, 4_900, 5_000, 9_900, 10_000, 14_900]);
    const least = Math.min(...delays);
    const shift = clockShift(within(recording));
    expect(first).toBe(START + clockMs + shift);
    expect(besideRecording(START + clockMs + 700, first, shift) - first).toBe(700);
    expect(Math.abs(first - START - least)).toBeLessThanOrEqual(DAY);
  });
});

test('segments whose clocks disagree by days are each near their arrival', () => {
  const [slow, alsoSlow] = recordingOf(-8 * DAY, [3_000, 200]);
  const [, , right, alsoRight] = recordingOf(0, [0, 0, 200, 0]);
  const placed = nearArrival(within([slow, alsoSlow, right, alsoRight].filter((each) => each !== undefined)));
  const times = placed.map(({ timestamp }) => timestamp - START);
  expect(clockShift(within([]))).toBe(0);
  expect(times).toEqual([300, 5_200, 5_300, 10_200, 10_000, 14_900, 15_000, 19_900]);
});

test.each([
  ['the first', 0, [4_900, 4_900, 5_000, 9_900]],
  ['the last', 3, [0, 4_900, 5_000, 5_000]],
])('%s event alone with another clock moves no other by a wrong clock', (_name, index, expected) => {
  const recording = [segmentOf([0, 4_900, 5_000, 9_900].map((at) => START + at - 8 * DAY))];
  const times = nearArrival(
    within(
      recording.map(({ events, receivedMs }) => ({
        receivedMs,
        events: events.map((event, each) => (each === index ? { ...event, timestamp: START + YEARS } : event)),
      })),
    ),
  ).map(({ timestamp }) => timestamp);
  const shift = (times[1] ?? 0) - 4_900;
  expect(times.map((time) => time - shift)).toEqual(expected);
});

test('what has the time of the server already stays beside a recording that has moved', () => {
  const recording = recordingOf(8 * DAY, [0, 0, 0]);
  expect(besideRecording(START + 700, START, clockShift(within(recording)))).toBe(START + 700);
});

function segmentOf(times: readonly number[], receivedMs = RECEIVED) {
  return {
    events: times.map((timestamp) => ({ type: 3, timestamp, data: {} })),
    receivedMs,
  };
}

function place(times: readonly number[], maxAgeMs = DAY): readonly number[] {
  return nearArrival(within([segmentOf(times)], maxAgeMs)).map(({ timestamp }) => timestamp - START);
}
