import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanString } from './cleanStrings.js';

/** What {@link cleanString} does, for short texts. */
const replaced = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD');

describe('a cleaned text', () => {
  test.each([
    ['is the same without NUL and lone surrogates', 'é😀', 'é😀'],
    [
      'has U+FFFD for each of them',
      '\0\ud800\udc00a\udc00\ud83d\ud83d\ude00\ude00\ud800',
      '\uFFFD\u{10000}a\uFFFD\uFFFD😀\uFFFD\uFFFD',
    ],
    ['may begin and end with one', '\udfff\ud800\udbff', '\uFFFD\uFFFD\uFFFD'],
  ])('%s', (_name, text, expected) => {
    expect(cleanString(text)).toBe(expected);
  });

  test('is what a regular expression replaces, also where pieces of a long text meet', () => {
    const unit = fc.constantFrom('\0', '\ud83d', '\ude00', '😀', 'a', '\uFFFD');
    fc.assert(
      fc.property(fc.nat(20), fc.array(unit, { minLength: 25, maxLength: 40 }), (before, units) => {
        const text = 'x'.repeat(65_516 + before) + units.join('');
        expect(cleanString(text)).toBe(replaced(text));
      }),
    );
  });
});
