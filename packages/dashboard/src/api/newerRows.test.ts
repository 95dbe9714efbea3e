import { expect, test } from '@jest/globals';
import { compareRows, updateRows } from './newerRows';

const page = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ id })) });
const keyOf = ({ id }: { readonly id: string }): string => id;

test.each([
  ['nothing has changed', ['c', 'b', 'a'], ['c', 'b', 'a'], 0, false],
  ['a row came', ['c', 'b', 'a'], ['d', 'c', 'b'], 1, true],
  ['more rows came than a page has', ['b', 'a'], ['d', 'c'], 2, true],
  ['a row left the range', ['c', 'b', 'a'], ['c', 'b'], 0, false],
  ['a row left from the middle', ['c', 'b', 'a'], ['c', 'a'], 0, true],
  ['a row moved to the top', ['c', 'b', 'a'], ['a', 'c', 'b'], 0, true],
  ['there were no rows', [], ['a'], 1, true],
])('newer rows are counted if %s', (_name, shown, newest, ...[count, wouldMove]) => {
  expect(compare(shown, newest)).toEqual({ count, wouldMove });
});

test('a row that the reader moved away is not new', () => {
  expect(compare(['b'], ['a', 'b'], ['a', 'b'])).toEqual({ count: 0, wouldMove: false });
});

test('rows of all loaded pages keep their places and get their new values', () => {
  const shown = [{ data: [{ id: 'c', n: 1 }], next: 'x' }, { data: [{ id: 'b', n: 1 }] }];
  const newest = {
    data: [
      { id: 'b', n: 2 },
      { id: 'c', n: 5 },
    ],
  };
  expect(updateRows(shown, newest, keyOf)).toEqual([
    { data: [{ id: 'c', n: 5 }], next: 'x' },
    { data: [{ id: 'b', n: 2 }] },
  ]);
});

function compare(shown: readonly string[], newest: readonly string[], seen = shown) {
  return compareRows([page(...shown)], page(...newest), new Set(seen), keyOf);
}
