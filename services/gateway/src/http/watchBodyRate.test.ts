import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { watchBodyRate } from './watchBodyRate.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Seconds after which a body that brings `perSecond` bytes is late, of at most 20. */
function lateAfter(perSecond: (second: number) => number, isTight: (second: number) => boolean): number | undefined {
  let second = 0;
  let received = 0;
  let late: number | undefined;
  watchBodyRate({
    received: () => received,
    isTight: () => isTight(second),
    timeoutMs: 12_000,
    onLate: () => (late = second),
  });
  while (late === undefined && second < 20) {
    received += perSecond(second);
    second += 1;
    jest.advanceTimersByTime(1_000);
  }
  return late;
}

const always = (): boolean => true;
const never = (): boolean => false;

describe('a body that arrives', () => {
  test.each<[string, (second: number) => number, (second: number) => boolean, number]>([
    ['not at all has its timeout', () => 0, never, 12],
    ['not at all has five seconds while memory is short', () => 0, always, 5],
    ['below 1 KB/s has five seconds while memory is short', () => 1_023, always, 5],
    ['at 1 KB/s has its timeout while memory is short', () => 1_024, always, 12],
    ['at once and then stalls is late at the next look', (second) => (second < 2 ? 1e6 : 0), always, 10],
    ['not at all is late at the first look after memory became short', () => 0, (second) => second > 6, 10],
  ])('%s', (_name, perSecond, isTight, expected) => {
    expect(lateAfter(perSecond, isTight)).toBe(expected);
  });

  test('and is over is not late', () => {
    const onLate = jest.fn();
    watchBodyRate({ received: () => 0, isTight: always, timeoutMs: 12_000, onLate })();
    jest.advanceTimersByTime(60_000);
    expect(onLate).not.toHaveBeenCalled();
  });
});
