import { expect, test } from '@jest/globals';
import { inSlices, type Work } from './inSlices';

test('work is done in slices, with a pause after each', async () => {
  const seen: number[] = [];
  const slices: number[] = [];
  const pause = () => {
    slices.push(seen.length);
    return Promise.resolve();
  };
  const options = { signal: new AbortController().signal, pause, now: slowClock() };
  expect(await inSlices(count(8, seen), options)).toBe('done');
  expect(slices).toEqual([3, 6]);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('work that is aborted stops after its slice', async () => {
  const seen: number[] = [];
  const stop = new AbortController();
  const pause = () => {
    stop.abort(new Error('closed'));
    return Promise.resolve();
  };
  await expect(inSlices(count(8, seen), { signal: stop.signal, pause, now: slowClock() })).rejects.toThrow('closed');
  expect(seen).toEqual([1, 2, 3]);
});

function* count(to: number, seen: number[]): Work<string> {
  for (let step = 1; step <= to; step += 1) {
    seen.push(step);
    yield;
  }
  return 'done';
}

/** A clock that advances by 3 ms whenever it is read. */
function slowClock() {
  let ms = 0;
  return () => (ms += 3);
}
