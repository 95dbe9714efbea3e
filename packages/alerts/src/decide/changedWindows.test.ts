import { describe, expect, test } from '@jest/globals';
import { changedWindows } from './changedWindows.js';

const MINUTE = 60_000;

describe('the windows that changed', () => {
  test.each<[string, Readonly<Record<number, number>>, number, readonly [from: number, to: number, count: number][]]>([
    [
      'end with each minute',
      { 3: 5, 4: 2 },
      1,
      [
        [3, 4, 5],
        [4, 5, 2],
      ],
    ],
    [
      'add up their minutes',
      { 1: 1, 3: 2, 4: 2, 5: 2 },
      3,
      [
        [1, 4, 3],
        [2, 5, 4],
        [3, 6, 6],
      ],
    ],
    ['leave out minutes before them', { 1: 5, 2: 1, 9: 4 }, 3, [[7, 10, 4]]],
    ['do not exist without events', {}, 3, []],
    ['end after the given time', { 1: 9, 2: 9 }, 2, []],
  ])('%s', (_name, counts, width, expected) => {
    expect(changedWindows(minutes(counts).reverse(), width, 3 * MINUTE)).toEqual(
      expected.map(([from, to, count]) => ({ fromMs: from * MINUTE, toMs: to * MINUTE, count })),
    );
  });

  test('add up environments of a minute', () => {
    expect(changedWindows([...minutes({ 5: 2 }), ...minutes({ 5: 3 })], 1, 0)).toMatchObject([{ count: 5 }]);
  });
});

function minutes(counts: Readonly<Record<number, number>>) {
  return Object.entries(counts).map(([minute, count]) => ({ minuteMs: Number(minute) * MINUTE, count }));
}
