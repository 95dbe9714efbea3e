import { describe, expect, test } from '@jest/globals';
import { FULL_SHARE, LEAST_SHARE, nextWriteShare, type WriteShare } from './writeShare.js';

const LIMIT_MS = 2_000;

describe('the share of its time in which a worker of spans or replays writes', () => {
  test('falls to a tenth while exceptions or logs wait longer than the limit', () => {
    expect(sharesOf([2_001, 0], [2_100, 0], [2_300, 0], [2_200, 0], [2_500, 0])).toEqual([0.5, 0.25, 0.125, 0.1, 0.1]);
    expect(sharesOf([0, 2_001])).toEqual([0.5]);
  });

  test('stays while they wait between half of the limit and the limit', () => {
    expect(sharesOf([3_000, 0], [2_000, 0], [1_000, 1_500])).toEqual([0.5, 0.5, 0.5]);
  });

  test('rises step by step while they wait less than half of the limit', () => {
    const shares = sharesOf([3_000, 0], [900, 900], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]);
    expect(shares.map((share) => share.toFixed(1))).toEqual(['0.5', '0.6', '0.7', '0.8', '0.9', '1.0', '1.0']);
  });

  test('rises if no ages are known, and does not change while the same ages are read again', () => {
    const [first] = read([3_000, 0]);
    const yielding = nextWriteShare(FULL_SHARE, first, LIMIT_MS);
    expect(nextWriteShare(yielding, first, LIMIT_MS)).toBe(yielding);
    expect(nextWriteShare(yielding, undefined, LIMIT_MS).share).toBeCloseTo(0.6);
  });

  test('does not fall for a job that nobody finishes, from its tenth second on', () => {
    const stuck = Array.from({ length: 16 }, (_, second): Ages => [3_000 + 1_000 * second, 0]);
    const shares = sharesOf(...stuck);
    expect(shares.slice(3, 10)).toEqual(Array(7).fill(LEAST_SHARE));
    expect(shares.slice(10).map((share) => share.toFixed(1))).toEqual(['0.2', '0.3', '0.4', '0.5', '0.6', '0.7']);
  });

  test('falls for readings of two monitors whose clocks differ', () => {
    const apart = Array.from({ length: 30 }, (_, second) => ({
      atMs: 1_000 * second + (second % 2) * 60_000,
      ages: { exception: 3_000 + second, log: 0 },
    }));
    const last = apart.reduce<WriteShare>((state, one) => nextWriteShare(state, one, LIMIT_MS), FULL_SHARE);
    expect(last.share).toBe(LEAST_SHARE);
  });

  test('falls for logs though an exception is not finished', () => {
    const mixed = Array.from({ length: 16 }, (_, second): Ages => [3_000 + 1_000 * second, 2_500]);
    expect(sharesOf(...mixed).at(-1)).toBe(LEAST_SHARE);
  });

  test('falls again as soon as the job is finished and others wait', () => {
    const stuck = Array.from({ length: 16 }, (_, second): Ages => [3_000 + 1_000 * second, 0]);
    const [before, after] = sharesOf(...stuck, [17_500, 0]).slice(-2);
    expect(after).toBe((before ?? 0) / 2);
  });
});

type Ages = readonly [exception: number, log: number];

/** The readings of each second. */
const read = (...ages: readonly Ages[]) =>
  ages.map(([exception, log], second) => ({ atMs: 1_000 * second, ages: { exception, log } }));

function sharesOf(...ages: readonly Ages[]): readonly number[] {
  let state: WriteShare = FULL_SHARE;
  return read(...ages).map((one) => (state = nextWriteShare(state, one, LIMIT_MS)).share);
}
