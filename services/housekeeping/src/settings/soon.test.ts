import { describe, expect, test } from '@jest/globals';
import { soon } from './soon.js';

/** A task whose runs end when the test ends them. */
function steered(): { task: () => Promise<void>; end: (error?: Error) => void; runs: () => number } {
  let runs = 0;
  let ends: ((error?: Error) => void)[] = [];
  return {
    task: () => {
      runs += 1;
      return new Promise<void>((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)));
      });
    },
    end: (error) => {
      const [first, ...rest] = ends;
      ends = rest;
      first?.(error);
    },
    runs: () => runs,
  };
}

describe('soon', () => {
  test('calls during a run share one next run, which begins after it', async () => {
    const { task, end, runs } = steered();
    const run = soon(task);
    const first = run();
    const [second, third] = [run(), run()];
    expect(runs()).toBe(1);
    expect(second).toBe(third);
    end();
    await first;
    await Promise.resolve();
    await Promise.resolve();
    expect(runs()).toBe(2);
    end();
    await second;
    expect(runs()).toBe(2);
  });

  test('a failure rejects the callers of that run, and the next run still happens', async () => {
    const { task, end, runs } = steered();
    const run = soon(task);
    const first = run();
    const second = run();
    end(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await Promise.resolve();
    await Promise.resolve();
    expect(runs()).toBe(2);
    end();
    await expect(second).resolves.toBeUndefined();
  });
});
