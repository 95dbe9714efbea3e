import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { roundsDuring } from '@sluice/testkit/eventLoop';
import { runAtOnce, runCooperatively, type PausableTask } from './runCooperatively.js';

let nowMs = 0;
beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => void jest.restoreAllMocks());

describe('cooperative work', () => {
  test('yields after every 20 ms and resolves to its result', async () => {
    let result: number | undefined;
    const rounds = await roundsDuring(async () => {
      result = await runCooperatively(busy(40));
    });
    expect(result).toBe(40);
    expect(rounds).toBeGreaterThanOrEqual(10);
  });

  test('shares its time slice among all tasks', async () => {
    const rounds = await roundsDuring(() => Promise.all(Array.from({ length: 20 }, () => runCooperatively(busy(4)))));
    // Alone, each would be finished in one round.
    expect(rounds).toBeGreaterThanOrEqual(20);
  });

  test('finishes a short task before a long one that began earlier', async () => {
    const finished: string[] = [];
    const long = runCooperatively(busy(20)).then(() => finished.push('long'));
    await runCooperatively(busy(1)).then(() => finished.push('short'));
    await long;
    expect(finished).toEqual(['short', 'long']);
  });

  test('rejects with the error of the task and continues with others', async () => {
    const wrong = runCooperatively(
      (function* (): PausableTask<void> {
        yield;
        throw new TypeError('wrong');
      })(),
    );
    await expect(wrong).rejects.toThrow(new TypeError('wrong'));
    await expect(runCooperatively(busy(1))).resolves.toBe(1);
  });
});

describe('work that begins at once', () => {
  test('returns its result if it is done in time, and otherwise passes the rest on', async () => {
    expect(runAtOnce(busy(1), 10, runCooperatively)).toBe(1);
    const sinceMs = nowMs;
    const later = runAtOnce(busy(3), 10, runCooperatively);
    expect(later).toBeInstanceOf(Promise);
    expect(nowMs - sinceMs).toBe(10);
    expect(await later).toBe(3);
  });

  test('throws what the task throws at once', () => {
    // eslint-disable-next-line require-yield -- fails before its first step
    const fail = function* (): PausableTask<number> {
      throw new Error('no');
    };
    expect(() => runAtOnce(fail(), 10, runCooperatively)).toThrow('no');
  });
});

/** A task of steps that take 5 ms each. */
function* busy(steps: number): PausableTask<number> {
  for (let step = 0; step < steps; step += 1) {
    nowMs += 5;
    yield;
  }
  return steps;
}
