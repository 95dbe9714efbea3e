import { describe, expect, test } from '@jest/globals';
import { printable, printableJson } from './printable.js';

const cases = [
  ['C0 controls', '\u0007'],
  ['a line break', '\n'],
  ['C1 controls', '\u009b'],
  ['an Arabic letter mark', '\u061c'],
  ['a zero-width space', '\u200b'],
  ['a right-to-left mark', '\u200f'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a bidirectional override', '\u202e'],
  ['a bidirectional isolate', '\u2066'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a blank letter', '\u3164'],
  ['a tag character', '\u{e0041}'],
  ['an unpaired surrogate', '\ud800'],
] as const;

describe('printable', () => {
  test.each(cases)('replaces %s', (_name, character) => expect(printable(`a${character}b`)).toBe('a·b'));
  test.each(['Füße', 'السلام', '日本語', '👩‍🚀 می‌خواهم', '€ – …'])('leaves %s', (text) =>
    expect(printable(text)).toBe(text),
  );
});

describe('printableJson', () => {
  test.each(cases)('escapes %s in values and names, and means the same', (_name, character) => {
    const value = { [`a${character}`]: [`b${character}`] };
    const text = printableJson(value);
    expect(text).not.toContain(character);
    expect(JSON.parse(text)).toEqual(value);
  });
});
