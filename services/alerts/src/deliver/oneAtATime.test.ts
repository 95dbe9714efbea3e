import { expect, test } from '@jest/globals';
import { oneAtATime } from './oneAtATime.js';

test('calls during a run are one further run, with which they resolve', async () => {
  const releases: (() => void)[] = [];
  const run = oneAtATime(() => new Promise<void>((resolve) => releases.push(resolve)));
  const first = run();
  const others = Promise.all([run(), run()]);
  expect(releases).toHaveLength(1);
  releases[0]?.();
  await new Promise(setImmediate);
  expect(releases).toHaveLength(2);
  releases[1]?.();
  await Promise.all([first, others]);
  void run();
  expect(releases).toHaveLength(3);
});

test('a run that fails does not keep the next one from running', async () => {
  let runs = 0;
  const run = oneAtATime(() => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error('down')) : Promise.resolve();
  });
  await expect(run()).rejects.toThrow('down');
  await run();
  expect(runs).toBe(2);
});
