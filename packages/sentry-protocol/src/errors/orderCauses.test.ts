import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { orderCauses } from './orderCauses.js';

type Numbered = readonly [type: string, id?: number | null, parent?: number, source?: string];

const orderAll = (values: readonly Numbered[]): ReturnType<typeof orderCauses> =>
  orderCauses(
    values.map(([type, id, parent, source]) => ({ type, mechanism: { exception_id: id, parent_id: parent, source } })),
  );

const order = (values: readonly Numbered[]): readonly unknown[] => orderAll(values).map(({ value }) => value['type']);

describe('orderCauses', () => {
  test.each<[string, readonly Numbered[], readonly string[]]>([
    ['nothing of no exceptions', [], []],
    ['nothing of a single exception', [['a']], []],
    ['a chain without numbers, the nearest first', [['c'], ['b'], ['a']], ['b', 'c']],
    [
      'a numbered chain, the nearest first',
      [
        ['c', 2, 1],
        ['b', 1, 0],
        ['a', 0],
      ],
      ['b', 'c'],
    ],
    [
      'the cause of an error of a group after that error',
      [
        ['cause of second', 3, 2],
        ['second', 2, 0],
        ['first', 1, 0],
        ['group', 0],
      ],
      ['first', 'second', 'cause of second'],
    ],
    [
      'a tree whose levels are sent one after the other, depth-first',
      [
        ['cause of first', 3, 1],
        ['second', 2, 0],
        ['first', 1, 0],
        ['group', 0],
      ],
      ['first', 'cause of first', 'second'],
    ],
    [
      'an exception whose parent does not exist at the end',
      [
        ['lost', 9, 7],
        ['b', 1, 0],
        ['a', 0],
      ],
      ['b', 'lost'],
    ],
    [
      'a cycle at the end',
      [
        ['c', 2, 1],
        ['b', 1, 2],
        ['a', 0],
      ],
      ['b', 'c'],
    ],
    [
      'an exception that is its own parent at the end',
      [
        ['b', 0, 0],
        ['a', 0, 0],
      ],
      ['b'],
    ],
    [
      'a chain with a number missing as it is',
      [
        ['c', 1, 0],
        ['b', null, 0],
        ['a', 0],
      ],
      ['b', 'c'],
    ],
  ])('returns %s', (_name, values, expected) => {
    expect(order(values)).toEqual(expected);
  });

  test.each<[string, readonly Numbered[], readonly unknown[]]>([
    ['no place of a chain without numbers', [['c'], ['b'], ['a']], [undefined, undefined]],
    [
      'no place of a numbered chain',
      [
        ['c', 2, 1, '__context__'],
        ['b', 1, 0, '__cause__'],
        ['a', 0],
      ],
      [undefined, undefined],
    ],
    [
      'the place of the group for each of its errors, and no place for a cause',
      [
        ['cause of second', 3, 2, 'cause'],
        ['second', 2, 0, 'errors[1]'],
        ['first', 1, 0, 'errors[0]'],
        ['group', 0],
      ],
      [0, 0, undefined],
    ],
    [
      'the place of each of nested groups',
      [
        ['inner second', 5, 3, 'exceptions[1]'],
        ['inner first', 4, 3, 'exceptions[0]'],
        ['inner', 3, 0, 'exceptions[1]'],
        ['first', 2, 0, 'exceptions[0]'],
        ['cause of group', 1, 0, '__cause__'],
        ['group', 0],
      ],
      [undefined, 0, 0, 3, 3],
    ],
    [
      'the place of a parent that is not the exception before, whatever the source',
      [
        ['cause', 3, 0, 'cause'],
        ['first', 1, 0, 'errors[0]'],
        ['group', 0],
      ],
      [0, 0],
    ],
    [
      'no place of an exception whose parent does not exist, or is itself',
      [
        ['itself', 4, 4, 'errors[1]'],
        ['lost', 9, 7, 'errors[0]'],
        ['a', 0],
      ],
      [undefined, undefined],
    ],
  ])('returns %s', (_name, values, expected) => {
    expect(orderAll(values).map(({ parent }) => parent)).toEqual(expected);
  });

  test('returns each cause once, at most 8, for any numbers', () => {
    const number = fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 12 }), (numbers) => {
        const values = numbers.map(([id, parent], index): Numbered => [`${index}`, id ?? null, parent ?? -1]);
        const ordered = order(values);
        expect(new Set(ordered).size).toBe(ordered.length);
        expect(ordered).toHaveLength(Math.min(8, Math.max(0, values.length - 1)));
        expect(ordered).not.toContain(`${values.length - 1}`);
        for (const [before, { parent = 0 }] of orderAll(values).entries()) expect(parent).toBeLessThanOrEqual(before);
      }),
    );
  });
});
