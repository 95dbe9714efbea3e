import { describe, expect, test } from '@jest/globals';
import { seriesRange } from './seriesRange.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string): number => Date.parse(text);
const NOW = at('2026-01-31T12:34:56.000Z');
const END_OF_TIME = Date.UTC(9999, 11, 31);

describe('the bars of a range', () => {
  interface Case {
    readonly fromMs: number;
    readonly toMs?: number;
    readonly series: readonly [from: string, stepMs: number, count: number];
  }
  test.each<readonly [string, Case]>([
    ['nothing: the 24 hours up to now', { fromMs: 0, series: ['2026-01-30T13:00:00.000Z', HOUR, 24] }],
    ['one hour: the hours that it touches', { fromMs: NOW - HOUR, series: ['2026-01-31T11:00:00.000Z', HOUR, 2] }],
    [
      'from the start of an hour',
      { fromMs: at('2026-01-30T13:00:00Z'), series: ['2026-01-30T13:00:00.000Z', HOUR, 24] },
    ],
    [
      'a whole day',
      {
        fromMs: at('2026-01-29T00:00:00Z'),
        toMs: at('2026-01-30T00:00:00Z'),
        series: ['2026-01-29T00:00:00.000Z', HOUR, 24],
      },
    ],
    ['a week: days', { fromMs: NOW - 7 * DAY, series: ['2026-01-24T00:00:00.000Z', DAY, 8] }],
    ['two years: the latest 90 days', { fromMs: NOW - 730 * DAY, series: ['2025-11-02T00:00:00.000Z', DAY, 91] }],
    ['an end in 1970: no hour before it', { fromMs: 0, toMs: 1, series: ['1970-01-01T00:00:00.000Z', HOUR, 1] }],
    ['the future: its first hour', { fromMs: NOW + DAY, series: ['2026-02-01T12:00:00.000Z', HOUR, 1] }],
  ])('cover %s', (_name, { fromMs, toMs = END_OF_TIME, series: [from, stepMs, count] }) => {
    const { times, stepMs: step } = seriesRange({ fromMs, toMs }, NOW);
    expect([times[0], step, times.length]).toEqual([at(from), stepMs, count]);
  });

  test('of days begin at midnight in the zone of the reader', () => {
    const { times, bounds } = seriesRange({ fromMs: NOW - 3 * DAY, toMs: END_OF_TIME }, NOW, 'Asia/Kolkata');
    expect(times.map((ms) => new Date(ms).toISOString().slice(0, 16))).toEqual([
      '2026-01-27T18:30',
      '2026-01-28T18:30',
      '2026-01-29T18:30',
      '2026-01-30T18:30',
    ]);
    expect(bounds[0]).toBe(at('2026-01-28T12:00:00Z'));
  });
});
