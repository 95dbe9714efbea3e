import { describe, expect, test } from '@jest/globals';
import { printable } from './printable.js';
import { createStyle, wantsColours } from './style.js';
import { facts, table } from './table.js';
import { durationText, momentText, plural } from './words.js';

const plain = createStyle(false);

describe('a table', () => {
  test('aligns its columns and ends no line with blanks', () => {
    const text = table(
      [{ title: 'NAME' }, { title: 'COUNT', align: 'right' }, { title: 'NOTE' }],
      [
        ['a', '1', ''],
        ['longer', '1,000', 'x'],
      ],
      plain,
    );
    expect(text.split('\n')).toEqual(['NAME    COUNT  NOTE', 'a           1', 'longer  1,000  x']);
  });

  test('says so where it is empty', () => {
    expect(table([{ title: 'NAME' }], [], plain, 'None.')).toBe('None.');
  });

  test('makes control characters visible, so that no event can steer a terminal', () => {
    expect(table([{ title: 'N' }], [['a\u001b[31mb\nc\u202e']], plain)).toBe('N\na·[31mb·c·');
    expect(printable('tab\there')).toBe('tab·here');
  });

  test('facts stand in one column', () => {
    expect(
      facts(
        [
          ['a', '1'],
          ['long', '2'],
        ],
        plain,
      ),
    ).toBe('a     1\nlong  2');
  });
});

describe('colours', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
  ])('%j on a terminal (%s): %s', (env, isTerminal, expected) => {
    expect(wantsColours(env, isTerminal)).toBe(expected);
  });

  test('are codes around the text', () => {
    expect(createStyle(true).red('x')).toBe('\u001b[31mx\u001b[39m');
  });
});

describe('words', () => {
  test.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [45_000, '45 s'],
    [180_000, '3 min'],
    [7_500_000, '2 h 5 min'],
    [273_600_000, '3 d 4 h'],
  ])('%d ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  test('moments and counts', () => {
    expect(momentText(new Date(0))).toBe('1970-01-01T00:00:00Z');
    expect(momentText(null)).toBe('-');
    expect([plural(1, 'event'), plural(1_200, 'event')]).toEqual(['1 event', '1,200 events']);
  });
});
