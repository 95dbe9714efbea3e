import { expect, test } from '@jest/globals';
import { stackValues } from './stackValues';

test('stacked series have the sums up to each series, the highest first', () => {
  expect(
    stackValues([
      [1, 2, null],
      [10, null, 30],
      [100, 200, 300],
    ]),
  ).toEqual([
    [111, 202, 330],
    [11, 2, 30],
    [1, 2, 0],
  ]);
  expect(stackValues([])).toEqual([]);
});
