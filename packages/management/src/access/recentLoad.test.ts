import { expect, test } from '@jest/globals';
import { createRecentLoad } from './recentLoad.js';

test('the recent load is the average number of operations at the same time, of each tenant by itself', () => {
  let now = 0;
  const load = createRecentLoad(() => now);
  for (; now < 20_000; now += 100) {
    load.add('one', 100);
    load.add('two', 100);
    load.add('two', 100);
  }
  expect(load.of('one')).toBeCloseTo(1, 1);
  expect(load.of('two')).toBeCloseTo(2, 1);
  expect(load.of('none')).toBe(0);
});

test('the recent load falls when there is no more work', () => {
  let now = 0;
  const load = createRecentLoad(() => now);
  load.add('one', 4_000);
  expect(load.of('one')).toBe(2);
  now = 2_000;
  expect(load.of('one')).toBeCloseTo(2 / Math.E, 5);
  now = 60_000;
  load.add('two', 1);
  expect(load.of('one')).toBe(0);
});
