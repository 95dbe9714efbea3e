import { expect, test } from '@jest/globals';
import type { Sample } from './estimateHoldOff.js';
import { estimateWait } from './estimateWait.js';

const at = (second: number, depth: number, age: number, finished: number): Sample => ({
  at: 1_000 * second,
  reading: { depth, age, finished },
});

test.each<[string, readonly Sample[], number]>([
  ['the time that its workers take for it', [at(0, 0, 0, 0), at(10, 5_000, 60_000, 10_000)], 5_000],
  ['at most the age of its oldest job', [at(0, 0, 0, 0), at(10, 50_000, 4_000, 1_000)], 4_000],
  ['computed over all samples', [at(0, 0, 0, 0), at(9, 0, 0, 0), at(10, 5_000, 60_000, 10_000)], 5_000],
  ['0 while it has fewer events than a job may have', [at(0, 0, 0, 0), at(10, 999, 3_600_000, 1)], 0],
  ['0 if its workers finish nothing', [at(0, 9_000, 1_000, 7), at(10, 20_000, 11_000, 7)], 0],
  ['0 if a removed shard took its count with it', [at(0, 9_000, 1_000, 700), at(10, 9_000, 11_000, 7)], 0],
  ['0 after the first sample', [at(0, 9_000, 60_000, 700)], 0],
  ['0 without samples', [], 0],
])('the wait of a queue is %s', (_name, samples, ms) => {
  expect(estimateWait(samples)).toBe(ms);
});
