import { expect, test } from '@jest/globals';
import { interleave } from './interleave.js';

test('the first of each key come first, each time in the given order', () => {
  expect(interleave(['a1', 'a2', 'b1', 'a3', 'b2', 'c1'], ([key]) => key)).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'b2',
    'a3',
  ]);
});
