import { describe, expect, test } from '@jest/globals';
import { firstPlacement } from './placementRecord.js';
import { spreadOf, withSpread } from './spread.js';

const record = firstPlacement(8, 1);

describe('spreadOf', () => {
  test.each([
    ['without an entry', {}, 1],
    ['with an entry of another project', { '8': 4 }, 1],
    ['with an entry', { '7': 4 }, 4],
    ['with more shards than there are', { '7': 12 }, 8],
  ])('returns the spread of a project %s', (_name, spread, over) => {
    expect(spreadOf('7', { ...record, spread })).toBe(over);
  });
});

describe('withSpread', () => {
  test('adds, changes and removes an entry, and leaves the others', () => {
    const added = withSpread({ ...record, spread: { '8': 2 } }, '7', 4);
    expect(added).toEqual({ '7': 4, '8': 2 });
    const changed = withSpread({ ...record, spread: { '7': 4, '8': 2 } }, '7', 2);
    expect(changed).toEqual({ '7': 2, '8': 2 });
    expect(withSpread({ ...record, spread: { '7': 2, '8': 2 } }, '7', 1)).toEqual({ '8': 2 });
  });

  test('without entries is absent', () => {
    expect(withSpread({ ...record, spread: { '7': 2 } }, '7', 1)).toBeUndefined();
    expect(withSpread(record, '7', 1)).toBeUndefined();
  });

  test.each([0, 9, 1.5, Number.NaN])('refuses %s of 8 shards', (over) => {
    expect(() => withSpread(record, '7', over)).toThrow('of 8 queue shards: use 1 to 8');
  });

  test('refuses the 65th project, not a change of one of the 64', () => {
    const spread = Object.fromEntries(Array.from({ length: 64 }, (_, id) => [String(id + 1), 2]));
    expect(() => withSpread({ ...record, spread }, '65', 2)).toThrow(
      '64 projects spread over several queue shards, which is the limit',
    );
    expect(withSpread({ ...record, spread }, '64', 3)).toMatchObject({ '64': 3 });
    expect(withSpread({ ...record, spread }, '65', 1)).toEqual(spread);
  });
});
