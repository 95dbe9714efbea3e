import { expect, test } from '@jest/globals';
import { hopeless } from './hopeless.mjs';

const verdicts = (attempt, depths) => {
  const isHopeless = hopeless({ rate: 1_000, lagMs: 2_000, ...attempt });
  return depths.map((events) => isHopeless({ events }));
};

test('a short step may be late in one second, not in two', () => {
  expect(verdicts({ seconds: 10 }, [1_900, 2_100, 1_900, 2_100])).toEqual([false, false, false, true]);
});

test('a long one may be late in two of a hundred', () => {
  const late = Array(7).fill(5_000);
  expect(verdicts({ seconds: 300 }, late)).toEqual([false, false, false, false, false, false, true]);
});

test('events that wait for less than the lag are not late', () => {
  expect(verdicts({ seconds: 10 }, Array(10).fill(2_000))).not.toContain(true);
});
