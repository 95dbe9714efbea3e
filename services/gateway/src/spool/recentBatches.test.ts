import { expect, test } from '@jest/globals';
import { createRecentBatches } from './recentBatches.js';

test('a spooled batch is known until its window is over', () => {
  let now = 1_000;
  const recent = createRecentBatches(() => now, 10);
  recent.add('a', 1_500);
  expect([recent.has('a'), recent.has('b')]).toEqual([true, false]);
  now = 1_500;
  expect(recent.has('a')).toBe(false);
});

test('beyond the bound the oldest goes; one that came again counts as new', () => {
  const recent = createRecentBatches(() => 0, 2);
  for (const hash of ['a', 'b', 'a', 'c']) recent.add(hash, 9);
  expect(['a', 'b', 'c'].map(recent.has)).toEqual([true, false, true]);
});
