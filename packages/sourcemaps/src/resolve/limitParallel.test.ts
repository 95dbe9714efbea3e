import { expect, test } from '@jest/globals';
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
