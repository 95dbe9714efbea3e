import { beforeEach, describe, expect, it } from '@jest/globals';
import { createReadingTime, type ReadingTime } from './createReadingTime.js';

let now: number;
let time: ReadingTime;
beforeEach(() => {
  now = 1_000;
  time = createReadingTime(() => now);
});

describe('the time for reading', () => {
  it('is 20 ms in each second', () => {
    expect(time.isLeft()).toBe(true);
    expect(take(19)).toBe('read');
    expect(time.isLeft()).toBe(true);
    take(5);
    expect(time.isLeft()).toBe(false);
    now = 1_999;
    expect(time.isLeft()).toBe(false);
    now = 2_000;
    expect(time.isLeft()).toBe(true);
  });

  it('is spent, too, where reading fails', () => {
    time.isLeft();
    const fail = (): never => {
      now += 20;
      throw new Error('x');
    };
    expect(() => time.spend(fail)).toThrow('x');
    expect(time.isLeft()).toBe(false);
  });
});

function take(milliseconds: number): string {
  return time.spend(() => {
    now += milliseconds;
    return 'read';
  });
}
