import { afterEach, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLogger } from './logger.js';
import { periodicTask, type PeriodicTask } from './periodicTask.js';

const HOUR_MS = 3_600_000;
/** Runs that must not begin would, in this time. */
const SOON_MS = 20;

let task: PeriodicTask;
let runs: number;
afterEach(() => task.stop());

describe('a task that is woken', () => {
  test('runs at once instead of after its period', async () => {
    await startCounting();
    await untilRuns(1);
    task.wake();
    await untilRuns(2);
    expect(runs).toBe(2);
  });

  test('runs once more after its run, however often it is woken meanwhile', async () => {
    let end = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      end = resolve;
    });
    await startCounting(() => first);
    for (let wake = 0; wake < 3; wake += 1) task.wake();
    await delay(SOON_MS);
    expect(runs).toBe(1);
    end();
    await untilRuns(2);
    await delay(SOON_MS);
    expect(runs).toBe(2);
  });

  test('does not run again after it failed, until it is woken or its period ends', async () => {
    await startCounting(() => Promise.reject(new Error('unavailable')));
    await delay(SOON_MS);
    expect(runs).toBe(1);
    task.wake();
    await untilRuns(2);
    expect(runs).toBe(2);
  });

  test('does not run after its stop', async () => {
    await startCounting();
    await task.stop();
    task.wake();
    await delay(SOON_MS);
    expect(runs).toBe(1);
  });
});

function startCounting(work: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  runs = 0;
  task = periodicTask('test', HOUR_MS, silentLogger, () => {
    runs += 1;
    return work();
  });
  return task.start();
}

async function untilRuns(count: number): Promise<void> {
  while (runs < count) await delay(1);
}
