import { expect, test } from '@jest/globals';
import { visible } from './visible';

/** The flag of England. */
const ENGLAND = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

test.each([
  ['a right-to-left override', 'user \u202etxt.exe', 'user [U+202E]txt.exe'],
  ['isolates', 'a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
  ['a zero-width space', 'shop\u200b@1', 'shop[U+200B]@1'],
  ['an escape sequence', '\u001b[31mred', '[U+001B][31mred'],
  ['a null', 'a\u0000b', 'a[U+0000]b'],
  ['a tag character', 'a\u{e0041}', 'a[U+E0041]'],
  ['tags after a flag that end nowhere', '\u{1f3f4}\u{e0067}\u{e0062}', '\u{1f3f4}[U+E0067][U+E0062]'],
  [
    'more tags than a flag has',
    `\u{1f3f4}${'\u{e0061}'.repeat(7)}\u{e007f}`,
    `\u{1f3f4}${'[U+E0061]'.repeat(7)}[U+E007F]`,
  ],
  ['a carriage return alone', 'real\rfake', 'real[U+000D]fake'],
  ['carriage returns before a line break but one', 'a\r\r\nb', 'a[U+000D]\nb'],
  ['a grapheme joiner', 'a\u034fb', 'a[U+034F]b'],
  ['a blank pattern of Braille', 'a\u2800b', 'a[U+2800]b'],
  ['a joiner between Latin letters', 'pay\u200dpal', 'pay[U+200D]pal'],
  ['a joiner after a letter with a combining accent', 'e\u0301\u200da', 'e\u0301[U+200D]a'],
  ['a non-joiner between digits', '1\u200c0', '1[U+200C]0'],
  ['joiners between Cyrillic and Greek letters', 'а\u200c\u200dα', 'а[U+200C][U+200D]α'],
])('%s is made visible', (_name, text, expected) => {
  expect(visible(text)).toBe(expected);
});

test.each([
  'Füße',
  'שלום',
  'السلام',
  '日本語',
  '👩‍🚀 می‌خواهم',
  '☎️',
  'two\nlines\tand a tab',
  'no\u00a0break',
  ENGLAND,
  'क्‍ष',
  'a\u200d💻',
])('%j stays as it is', (text) => {
  expect(visible(text)).toBe(text);
});

test('a line break of Windows is one line break', () => {
  expect(visible('a\r\nb\r\n')).toBe('a\nb\n');
});
