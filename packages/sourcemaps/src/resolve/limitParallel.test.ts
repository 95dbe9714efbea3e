import { describe, expect, test } from '@jest/globals';
import { limitParallel, TooManyWaitingError } from './limitParallel.js';

test('so many run at once, so many wait in order, and more are refused', async () => {
  const limited = limitParallel(2, 2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const start = (name: string): Promise<string> =>
    limited(async () => {
      log.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const works = ['a', 'b', 'c', 'd'].map(start);
  await expect(start('e')).rejects.toBeInstanceOf(TooManyWaitingError);
  expect(log).toEqual(['a', 'b']);
  ends[1]?.();
  expect(await works[1]).toBe('b');
  expect(log).toEqual(['a', 'b', 'c']);
  ends[0]?.();
  expect(await works[0]).toBe('a');
  expect(log).toEqual(['a', 'b', 'c', 'd']);
  for (const end of ends) end();
  expect(await Promise.all(works)).toEqual(['a', 'b', 'c', 'd']);
});

test('work that fails makes room too', async () => {
  const limited = limitParallel(1, 10);
  const failing = limited(() => Promise.reject(new Error('no')));
  const next = limited(() => Promise.resolve(1));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe(1);
});

describe('work that was given up', () => {
  /** One work that runs until `end`, and what is said of those behind it. */
  function busy(waiting: number) {
    const limited = limitParallel(1, waiting);
    const log: string[] = [];
    let end: () => void = () => undefined;
    const first = limited(() => new Promise<void>((resolve) => (end = resolve)));
    const start = (name: string, signal?: AbortSignal): Promise<unknown> =>
      limited(() => {
        log.push(name);
        return Promise.resolve();
      }, signal).catch((error: unknown) => error);
    return { log, start, end: () => end(), first };
  }
  const late = new Error('too late');

  test('does not run when its turn comes, and those behind it do', async () => {
    const { log, start, end, first } = busy(10);
    const over = new AbortController();
    const abandoned = [start('a', over.signal), start('b', over.signal)];
    const alive = start('c', new AbortController().signal);
    over.abort(late);
    end();
    await first;
    expect(await Promise.all(abandoned)).toEqual([late, late]);
    await alive;
    expect(await start('d', over.signal)).toBe(late);
    await start('e');
    expect(log).toEqual(['c', 'e']);
  });

  test('takes nobody’s place in a full queue', async () => {
    const { log, start, end, first } = busy(2);
    const over = new AbortController();
    const abandoned = [start('a', over.signal), start('b', over.signal)];
    expect(await start('c')).toBeInstanceOf(TooManyWaitingError);
    over.abort(late);
    const alive = [start('d'), start('e')];
    // They end before anything else does.
    expect(await Promise.all(abandoned)).toEqual([late, late]);
    end();
    await Promise.all([first, ...alive]);
    expect(log).toEqual(['d', 'e']);
  });
});
