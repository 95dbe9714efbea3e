import { describe, expect, test } from '@jest/globals';
import { estimateHoldOff, appendSample, type Sample } from './estimateHoldOff.js';
import type { Marks } from './backlogState.js';

const marks: Marks = {
  depth: { high: 1_000, low: 100 },
  age: { high: 5_000, low: 1_000 },
  memory: { high: 0.6, low: 0.5 },
  raiseAfterMs: 0,
  lowerAfterMs: 0,
};
const at = (seconds: number, reading: Sample['reading']): Sample => ({ at: seconds * 1000, reading });

describe('the estimate behind a backlog refusal', () => {
  test.each<[string, readonly Sample[], number]>([
    ['nothing known yet: the longest', [], 60],
    ['a single reading says nothing of a rate: the longest', [at(0, { depth: 500 })], 60],
    ['depth that grows: the longest', [at(0, { depth: 500 }), at(10, { depth: 600 })], 60],
    ['40 a second, 800 too many: 20 s', [at(0, { depth: 1_300 }), at(10, { depth: 900 })], 20],
    ['rounded up', [at(0, { depth: 1_000 }), at(10, { depth: 700 })], 20],
    ['never below 5 s', [at(0, { depth: 9_000 }), at(10, { depth: 101 })], 5],
    ['already low: the shortest', [at(0, { depth: 50 }), at(10, { depth: 60 })], 5],
    ['never above 60 s', [at(0, { depth: 90_001 }), at(10, { depth: 90_000 })], 60],
    ['the slowest measure decides', [at(0, { depth: 900, age: 9_000 }), at(10, { depth: 110, age: 6_000 })], 17],
  ])('is computed: %s', (_name, samples, expected) => {
    expect(estimateHoldOff(samples, marks)).toBe(expected);
  });

  test('samples older than the window are dropped', () => {
    const kept = appendSample([at(0, {}), at(5, {}), at(9, {})], at(15, {}), 10_000);
    expect(kept.map((sample) => sample.at)).toEqual([5_000, 9_000, 15_000]);
  });
});
