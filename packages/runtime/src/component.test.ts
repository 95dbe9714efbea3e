import { describe, expect, test } from '@jest/globals';
import { composeComponents, composeInParallel } from './component.js';
import { silentLogger } from './logger.js';

describe('composeComponents', () => {
  test('starts in order and stops in the reverse order', async () => {
    const { log, part } = recorder();
    const whole = composeComponents([part('a'), part('b')], silentLogger);
    await whole.start();
    await whole.stop();
    expect(log).toEqual(['+a', '+b', '-b', '-a']);
  });

  test('a failed start stops the started components and is reported', async () => {
    const { log, part } = recorder('c');
    const whole = composeComponents([part('a'), part('b'), part('c'), part('d')], silentLogger);
    await expect(whole.start()).rejects.toThrow('no c');
    expect(log).toEqual(['+a', '+b', '-b', '-a']);
  });

  test('stopping twice stops once', async () => {
    const { log, part } = recorder();
    const whole = composeComponents([part('a')], silentLogger);
    await whole.start();
    await whole.stop();
    await whole.stop();
    expect(log).toEqual(['+a', '-a']);
  });
});

describe('composeInParallel', () => {
  test('stops all in parallel', async () => {
    const waiting: (() => void)[] = [];
    const slow = (name: string): Parameters<typeof composeComponents>[0][number] => ({
      name,
      start: () => Promise.resolve(),
      stop: () => new Promise((resolve) => void waiting.push(resolve)),
    });
    const group = composeInParallel('both', [slow('a'), slow('b')], silentLogger);
    await group.start();
    const stopped = group.stop();
    expect(waiting).toHaveLength(2);
    for (const end of waiting) end();
    await stopped;
  });

  test('a failed start stops the started components and is reported', async () => {
    const { log, part } = recorder('b');
    const group = composeInParallel('all', [part('a'), part('b'), part('c')], silentLogger);
    await expect(group.start()).rejects.toThrow('no b');
    expect(log.sort()).toEqual(['+a', '+c', '-a', '-c']);
  });
});

function recorder(fail?: string): {
  log: string[];
  part: (name: string) => Parameters<typeof composeComponents>[0][number];
} {
  const log: string[] = [];
  const part = (name: string): Parameters<typeof composeComponents>[0][number] => ({
    name,
    start: () => {
      if (name === fail) return Promise.reject(new Error(`no ${name}`));
      log.push(`+${name}`);
      return Promise.resolve();
    },
    stop: () => {
      log.push(`-${name}`);
      return Promise.resolve();
    },
  });
  return { log, part };
}
