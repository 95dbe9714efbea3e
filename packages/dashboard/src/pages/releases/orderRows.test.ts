import { expect, test } from '@jest/globals';
import { orderRows } from './orderRows';

interface Row {
  readonly name: string;
  readonly seen?: number;
}

const rows: readonly Row[] = [
  { name: 'described' },
  { name: 'old', seen: 1 },
  { name: 'never' },
  { name: 'zero', seen: 0 },
  { name: 'new', seen: 9 },
  { name: 'as new', seen: 9 },
];

test('the greatest is first, equal rows keep their order', () => {
  expect(namesBy(({ seen }) => seen).slice(0, 4)).toEqual(['new', 'as new', 'old', 'zero']);
});

test('rows without a value are at the end in both directions', () => {
  expect(namesBy(({ seen }) => seen).slice(-2)).toEqual(['described', 'never']);
  const ascending = namesBy(({ seen }) => (seen === undefined ? undefined : -seen));
  expect(ascending).toEqual(['zero', 'old', 'new', 'as new', 'described', 'never']);
});

function namesBy(value: (row: Row) => number | undefined): readonly string[] {
  return orderRows(rows, value).map(({ name }) => name);
}
