import { expect, test } from '@jest/globals';
import { globMatcher } from './globMatcher.js';

test.each<[string | RegExp, string, boolean]>([
  ['**', 'a/b.js', true],
  ['*.js', 'a/b/c.js', true],
  ['a/*.js', 'a/b.js', true],
  ['a/*.js', 'a/b/c.js', false],
  ['./a/*.js', 'a/b.js', true],
  ['a/**', 'a/b/c.js', true],
  ['a/**', 'ab/c.js', false],
  ['a/**/c.js', 'a/c.js', true],
  ['a/**/c.js', 'a/b/b/c.js', true],
  ['**/vendor-*.js', 'assets/vendor-1.js', true],
  ['a/?.js', 'a/b.js', true],
  ['a/?.js', 'a/bb.js', false],
  ['{a,b}.js', 'x/b.js', true],
  ['{a,b}.js', 'x/c.js', false],
  ['a,b.js', 'a,b.js', true],
  ['a.js', 'a-js', false],
  ['(a)+[b].js', '(a)+[b].js', true],
  [/^a/, 'ba', false],
])('%s matches %s: %s', (pattern, path, expected) => {
  expect(globMatcher([pattern])(path)).toBe(expected);
});

test('a global expression always matches from the start', () => {
  const matches = globMatcher([/a/g]);
  expect([matches('a'), matches('a'), matches('a')]).toEqual([true, true, true]);
});

test('no patterns match nothing', () => {
  expect(globMatcher([])('a.js')).toBe(false);
});
