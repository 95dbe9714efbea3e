import { expect, test } from '@jest/globals';
import { joinWords } from './joinWords';

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('%j is %p', (words, text) => {
  expect(joinWords(words, 'or')).toBe(text);
});
