import { expect, test } from '@jest/globals';
import { createStopwatch } from './stopwatch.js';

test('time is counted while something is under way, and once where two things are', async () => {
  let now = 100;
  const stopwatch = createStopwatch(() => now);
  const ends: (() => void)[] = [];
  const start = (): Promise<number> =>
    stopwatch.during(async (spent) => {
      await new Promise<void>((done) => ends.push(done));
      return spent;
    });
  const first = start();
  now += 10;
  const second = start();
  now += 10;
  ends.forEach((end) => end());
  expect([await first, await second]).toEqual([0, 10]);
  now += 1_000;
  expect(await stopwatch.during((spent) => Promise.resolve(spent))).toBe(20);
});
