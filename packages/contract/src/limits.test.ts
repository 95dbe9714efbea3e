import { expect, test } from '@jest/globals';
import { cut, TRIM_MARK } from './limits.js';

test('cut keeps short text, marks truncated text, and never splits a surrogate pair', () => {
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('abcd', 3)).toBe(`ab${TRIM_MARK}`);
  expect(cut('a😀bc', 3)).toBe(`a${TRIM_MARK}`);
  expect(cut('a😀bc', 4)).toBe(`a😀${TRIM_MARK}`);
});
