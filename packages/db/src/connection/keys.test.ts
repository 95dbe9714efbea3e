import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareKeys, mergeByKey } from './keys.js';

const isStorable = (text: string): boolean => !text.includes('\0');

describe('mergeByKey', () => {
  test('returns each key once, sorted, for any order of items', () => {
    const items = [
      ['2', 'b', 1],
      ['10', 'a', 2],
      ['2', 'a', 3],
      ['2', 'b', 4],
    ] as const;
    const fold = (given: readonly (readonly [string, string, number])[]): unknown =>
      mergeByKey(
        given,
        ([project, name]) => [project, name],
        ([project, name, count]) => ({ project, name, count }),
        (folded, [, , count]) => ({ ...folded, count: folded.count + count }),
      );
    const expected = [
      { project: '10', name: 'a', count: 2 },
      { project: '2', name: 'a', count: 3 },
      { project: '2', name: 'b', count: 5 },
    ];
    expect(fold(items)).toEqual(expected);
    expect(fold([...items].reverse())).toEqual(expected);
  });

  test('returns them in the order of compareKeys, in which all transactions lock', () => {
    const part = fc
      .oneof(fc.constantFrom('', '1', '10', '2', 'a', 'ab', 'b', 'Ä', '💥'), fc.string())
      .filter(isStorable);
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part)), (keys) => {
        const merged = mergeByKey(
          keys,
          (key) => key,
          (key) => key,
          (key) => key,
        );
        expect(merged).toEqual([...merged].sort(compareKeys));
      }),
    );
  });

  test('distinguishes keys whose parts differ but have the same concatenation', () => {
    const keys = mergeByKey(
      [
        ['a', 'bc'],
        ['ab', 'c'],
      ],
      (key) => key,
      (key) => key,
      (key) => key,
    );
    expect(keys).toHaveLength(2);
  });
});

test('compareKeys orders keys by code units, part by part', () => {
  expect(compareKeys(['a', 'z'], ['b', 'a'])).toBeLessThan(0);
  expect(compareKeys(['B'], ['a'])).toBeLessThan(0);
  expect(compareKeys(['a', 'b'], ['a', 'b'])).toBe(0);
});
