import { expect, test } from '@jest/globals';
import { visible } from './visible';

test.each([
  ['a right-to-left override', 'user \u202etxt.exe', 'user [U+202E]txt.exe'],
  ['isolates', 'a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
  ['a zero-width space', 'shop\u200b@1', 'shop[U+200B]@1'],
  ['an escape sequence', '\u001b[31mred', '[U+001B][31mred'],
  ['a null', 'a\u0000b', 'a[U+0000]b'],
  ['a tag character', 'a\u{e0041}', 'a[U+E0041]'],
])('shows %s', (_name, text, expected) => {
  expect(visible(text)).toBe(expected);
});

test.each(['Füße', 'שלום', 'السلام', '日本語', '👩‍🚀 می‌خواهم', '☎️', 'two\nlines\tand a tab', 'no\u00a0break'])(
  'leaves %j',
  (text) => {
    expect(visible(text)).toBe(text);
  },
);
