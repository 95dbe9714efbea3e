import { describe, expect, test } from '@jest/globals';
import type { BacklogWaits } from '@sluice/redis';
import { nextWriteShare } from './writeShare.js';

describe('the share of its time in which a worker of spans or replays writes', () => {
  test.each<[string, readonly (BacklogWaits | undefined)[], readonly number[]]>([
    [
      'falls to a tenth while exceptions wait longer than the limit',
      Array<BacklogWaits>(5).fill(waits(2_001, 0)),
      [0.5, 0.25, 0.125, 0.1, 0.1],
    ],
    ['falls for logs as well', [waits(0, 2_001)], [0.5]],
    [
      'stays between half of the limit and the limit',
      [waits(3_000, 0), waits(2_000, 0), waits(0, 1_000)],
      [0.5, 0.5, 0.5],
    ],
    ['rises below half of the limit', [waits(3_000, 0), waits(999, 999), waits(0, 0)], [0.5, 0.6, 0.7]],
    ['rises while no waits are known', [waits(3_000, 0), undefined], [0.5, 0.6]],
    ['rises to 1', [waits(3_000, 0), ...Array<undefined>(6).fill(undefined)], [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1]],
  ])('%s', (_name, read, shares) => {
    let share = 1;
    const seen = read.map((one) => (share = nextWriteShare(share, one, 2_000)));
    expect(seen.map((one) => one.toFixed(3))).toEqual(shares.map((one) => one.toFixed(3)));
  });
});

function waits(exception: number, log: number): BacklogWaits {
  return { exception, log };
}
