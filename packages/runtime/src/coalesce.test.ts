import { describe, expect, test } from '@jest/globals';
import { coalesce } from './coalesce.js';

describe('a coalesced task', () => {
  test('calls during a run share one next run, which begins after it', async () => {
    const { task, end, runs } = steered();
    const run = coalesce(task);
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
    const run = coalesce(task);
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

  test('calls during a run resolve with the one further run', async () => {
    const releases: (() => void)[] = [];
    const run = coalesce(() => new Promise<void>((resolve) => releases.push(resolve)));
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

  test('a call at the end of a run shares the next one', async () => {
    let [current, most] = [0, 0];
    const run = coalesce(async () => {
      current += 1;
      most = Math.max(most, current);
      await new Promise(setImmediate);
      current -= 1;
    });
    const first = run().then(() => run());
    await Promise.all([first, run()]);
    expect(most).toBe(1);
  });

  test('a run that fails does not prevent the next one', async () => {
    let runs = 0;
    const run = coalesce(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('down')) : Promise.resolve();
    });
    await expect(run()).rejects.toThrow('down');
    await run();
    expect(runs).toBe(2);
  });
});

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
