import { describe, expect, test } from '@jest/globals';
import { isName } from './isName.js';

describe('valid names', () => {
  test.each(['a', ' a', 'a ', 'a/b', '日本/ü 💥', '..', '%00', '__proto__', 'x'.repeat(10), '💥'.repeat(10)])(
    'include %j',
    (text) => expect(isName(text, 10)).toBe(true),
  );

  test.each([
    '',
    ' ',
    '\u00a0',
    'x'.repeat(11),
    '💥'.repeat(11),
    `${'x'.repeat(10)}💥`,
    'a\nb',
    'a\tb',
    '\0',
    '\u0085',
    '\u007f',
    '\ud800',
    'a\udfff',
  ])('do not include %j', (text) => expect(isName(text, 10)).toBe(false));
});
