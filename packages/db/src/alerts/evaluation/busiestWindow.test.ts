import { describe, expect, test } from '@jest/globals';
import { busiestWindow } from './busiestWindow.js';

const MINUTE = 60_000;
const minutes = (counts: Readonly<Record<number, number>>) =>
  Object.entries(counts).map(([minute, count]) => ({ minuteMs: Number(minute) * MINUTE, count }));

describe('the busiest window', () => {
  test.each<[string, Readonly<Record<number, number>>, number, [from: number, to: number, count: number] | undefined]>([
    ['is of one minute', { 3: 5, 4: 2 }, 1, [3, 4, 5]],
    ['adds up its minutes', { 1: 1, 3: 2, 4: 2, 5: 2 }, 3, [3, 6, 6]],
    ['leaves out minutes before it', { 1: 5, 2: 1, 9: 4 }, 3, [7, 10, 4]],
    ['is the last of equal ones', { 6: 3, 8: 3 }, 1, [8, 9, 3]],
    ['does not depend on the order', { 8: 3, 6: 3, 7: 1 }, 3, [6, 9, 7]],
    ['does not exist without events', {}, 3, undefined],
  ])('%s', (_name, counts, width, expected) => {
    const [from = 0, to = 0, count = 0] = expected ?? [];
    const window = { fromMs: from * MINUTE, toMs: to * MINUTE, count };
    expect(busiestWindow(minutes(counts).reverse(), width, 3 * MINUTE)).toEqual(
      expected === undefined ? undefined : window,
    );
  });

  test('ends after the given time', () => {
    expect(busiestWindow(minutes({ 2: 9 }), 1, 3 * MINUTE)).toBeUndefined();
    expect(busiestWindow(minutes({ 2: 9, 3: 1 }), 2, 3 * MINUTE)).toMatchObject({ count: 10 });
  });
});
