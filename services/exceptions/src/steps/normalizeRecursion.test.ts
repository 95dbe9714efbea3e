import { describe, expect, test } from '@jest/globals';
import { normalizeRecursion } from './normalizeRecursion.js';

describe('consecutive repeated calls count once', () => {
  test.each([
    ['nothing', '', ''],
    ['no recursion', 'abc', 'abc'],
    ['a function that calls itself', 'aaab', 'ab'],
    ['however deep', 'aaaaaaaaab', 'ab'],
    ['two in turn', 'xababab', 'xab'],
    ['two in turn, cut in the middle', 'xababa', 'xab'],
    ['two in turn, and one of them before others', 'ababac', 'abac'],
    ['three in turn', 'abcabcabcd', 'abcd'],
    ['two circles', 'aabcbcd', 'abcd'],
    ['a whole stack of a circle, wherever it was cut', 'babababa', 'ab'],
    ['the same function twice, not in a row', 'abca', 'abca'],
  ])('%s', (_name, calls, expected) => {
    expect(folded(calls)).toBe(expected);
  });
});

function folded(calls: string): string {
  return normalizeRecursion(Array.from(calls, (text) => ({ text })))
    .map(({ text }) => text)
    .join('');
}
