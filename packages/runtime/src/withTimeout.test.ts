import { expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { TimeoutError, withTimeout } from './withTimeout.js';

test('a promise with a timeout settles as the work does', async () => {
  await expect(withTimeout(Promise.resolve(7), 1_000)).resolves.toBe(7);
  await expect(withTimeout(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no');
});

test('a promise with a timeout rejects when the work takes longer, even if the work rejects later', async () => {
  const work = delay(20).then(() => Promise.reject(new Error('late')));
  await expect(withTimeout(work, 5)).rejects.toThrow(TimeoutError);
  await delay(30);
});

test('a promise with a timeout rejects at once if no time is left', async () => {
  await expect(withTimeout(delay(1_000, undefined, { ref: false }), -1)).rejects.toThrow('no result within -1 ms');
});
