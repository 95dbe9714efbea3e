import { describe, expect, test } from '@jest/globals';
import { createTurns } from './turns.js';

const turns = () => createTurns({ atOnce: 2, maxWaiting: 2 });

describe('turns', () => {
  test('are taken up to their number; who does not wait is told no at once', async () => {
    const { take, giveBack } = turns();
    expect([await take(0), await take(0), await take(0)]).toEqual([true, true, false]);
    giveBack();
    expect([await take(0), await take(0)]).toEqual([true, false]);
  });

  test('go to those who wait, in their order', async () => {
    const { take, giveBack } = turns();
    await Promise.all([take(0), take(0)]);
    const order: string[] = [];
    const waiting = ['first', 'second'].map(async (name) => {
      expect(await take(60_000)).toBe(true);
      order.push(name);
    });
    // No turn passes by those who wait.
    expect(await take(0)).toBe(false);
    giveBack();
    giveBack();
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second']);
    expect(await take(0)).toBe(false);
  });

  test('are not waited for for ever, nor by too many; who left does not get one', async () => {
    const { take, giveBack } = turns();
    await Promise.all([take(0), take(0)]);
    const waiting = [take(20), take(20)];
    expect(await take(20)).toBe(false);
    expect(await Promise.all(waiting)).toEqual([false, false]);
    giveBack();
    expect([await take(0), await take(0)]).toEqual([true, false]);
  });
});
