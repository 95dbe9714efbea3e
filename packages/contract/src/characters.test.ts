import { expect, test } from '@jest/globals';
import { cutCharacters, hasAtMostCharacters } from './cutCharacters.js';

test.each([
  ['', 0, true],
  ['abc', 3, true],
  ['abcd', 3, false],
  ['😀'.repeat(250), 250, true],
  ['😀'.repeat(251), 250, false],
  [`${'a'.repeat(249)}😀`, 250, true],
  [`${'a'.repeat(250)}😀`, 250, false],
  ['e\u0301', 1, false],
  ['x'.repeat(1_000_000), 250, false],
])('%j has %d characters at most: %s', (text, max, expected) => expect(hasAtMostCharacters(text, max)).toBe(expected));

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['😀😀😀', 3, '😀😀😀'],
  ['😀😀😀😀', 3, '😀😀…'],
])('%j cut to %d characters is %j', (text, max, expected) => expect(cutCharacters(text, max)).toBe(expected));
