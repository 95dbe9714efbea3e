import { describe, expect, test } from '@jest/globals';
import { presetOf, rangeProblem, readTimeRange, stepOf, writeTimeRange } from './timeRange';

const NOW = new Date('2026-11-24T10:00:00.000Z');

test('a preset begins with a whole hour, as everything that counts a range does', () => {
  const { from, to } = readTimeRange({ range: '7d' }, new Date('2026-11-24T10:31:00.000Z'));
  expect([from.toISOString(), to.toISOString()]).toEqual(['2026-11-17T10:00:00.000Z', '2026-11-24T10:31:00.000Z']);
});

describe('readTimeRange', () => {
  test.each([
    ['a preset', { range: '7d' }, '7d', '2026-11-17T10:00:00.000Z', '2026-11-24T10:00:00.000Z'],
    ['nothing', {}, '24h', '2026-11-23T10:00:00.000Z', '2026-11-24T10:00:00.000Z'],
    ['an unknown preset', { range: '9y' }, '24h', '2026-11-23T10:00:00.000Z', '2026-11-24T10:00:00.000Z'],
    [
      'both ends',
      { from: '2026-11-01', to: '2026-11-02' },
      undefined,
      '2026-11-01T00:00:00.000Z',
      '2026-11-02T00:00:00.000Z',
    ],
    [
      'ends in the wrong order',
      { from: '2026-11-03', to: '2026-11-02' },
      '24h',
      '2026-11-23T10:00:00.000Z',
      '2026-11-24T10:00:00.000Z',
    ],
    ['one end', { from: '2026-11-03' }, '24h', '2026-11-23T10:00:00.000Z', '2026-11-24T10:00:00.000Z'],
    [
      'a preset and ends',
      { range: '1h', from: '2026-11-01', to: '2026-11-02' },
      '1h',
      '2026-11-24T09:00:00.000Z',
      '2026-11-24T10:00:00.000Z',
    ],
  ])('reads %s', (_what, search, ...expected) => {
    const range = readTimeRange(search, NOW);
    expect([range.preset, range.from.toISOString(), range.to.toISOString()]).toEqual(expected);
  });
});

test.each([
  [{}, undefined],
  [{ range: '7d' }, undefined],
  [{ from: '2026-11-01', to: '2026-11-02' }, undefined],
  [{ range: 'banana', from: '2026-11-01', to: '2026-11-02' }, undefined],
  [{ range: 'banana' }, '“banana” is not a range. Ranges are 1h, 24h, 7d, 14d, 30d.'],
  [{ from: '2026-11-03', to: '2026-11-02' }, 'The end of the range must be after its start.'],
  [{ from: '2026-11-03', to: '2026-11-03' }, 'The end of the range must be after its start.'],
  [{ from: 'soon', to: '2026-11-02' }, '“soon” is not a time.'],
  [{ from: '2026-11-03', to: 'later' }, '“later” is not a time.'],
  [{ to: '2026-11-02' }, 'A range needs both from and to.'],
])('the problem of %j is %s', (search, problem) => {
  expect(rangeProblem(search)).toBe(problem);
});

test('what is written is read back', () => {
  const fixed = { from: new Date('2026-11-01T00:00:00.000Z'), to: new Date('2026-11-02T00:00:00.000Z') };
  expect(readTimeRange(writeTimeRange(fixed), NOW)).toEqual({ preset: undefined, ...fixed });
  expect(readTimeRange(writeTimeRange('30d'), NOW).preset).toBe('30d');
  expect(writeTimeRange('24h')).toEqual({ range: undefined, from: undefined, to: undefined });
});

test.each([
  ['1h', 60_000],
  ['24h', 900_000],
  ['7d', 21_600_000],
  ['14d', 21_600_000],
  ['30d', 86_400_000],
] as const)('at each minute, bars of a range of %s are %d ms wide and its ends are of that preset', (range, step) => {
  for (let minute = 0; minute <= 60; minute += 1) {
    const read = readTimeRange({ range }, new Date(NOW.getTime() + minute * 60_000));
    expect(stepOf(read)).toBe(step);
    expect(presetOf(read.from, read.to)).toBe(range);
  }
});

test('a chosen range has steps by its length, and is no preset', () => {
  const range = readTimeRange({ from: '2026-11-24T10:10:00.000Z', to: '2026-11-24T11:51:00.000Z' }, NOW);
  expect(stepOf(range)).toBe(300_000);
  expect(presetOf(range.from, range.to)).toBeUndefined();
});
