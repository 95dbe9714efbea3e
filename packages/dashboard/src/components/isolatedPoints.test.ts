import { expect, test } from '@jest/globals';
import { isolatedPoints } from './isolatedPoints';

test.each([
  [[], []],
  [[7], [0]],
  [[null, 7, null], [1]],
  [
    [7, 8, null, 0, null, 9],
    [3, 5],
  ],
  [[null, undefined], []],
])('of %j the points without a neighbor are %j', (values, expected) => {
  expect(isolatedPoints(values)).toEqual(expected);
});
