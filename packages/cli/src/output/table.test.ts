import { describe, expect, test } from '@jest/globals';
import { printable } from './printable.js';
import { createStyle, wantsColours, type Style } from './style.js';
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

  describe('on a terminal of a given width', () => {
    const columns = [
      { title: 'ID' },
      { title: 'TITLE' },
      { title: 'N', align: 'right' as const },
      { title: 'CULPRIT' },
    ];
    const row = ['0123456789abcdef', 'a title that is much too long', '1,000', 'checkout in cart.ts'];
    const widest = (width: number): number =>
      Math.max(
        ...table(columns, [row], createStyle(false, width))
          .split('\n')
          .map(({ length }) => length),
      );

    test('cuts nothing that fits', () => {
      expect(table(columns, [row], createStyle(false, 76))).toBe(table(columns, [row], plain));
    });

    test('cuts the widest text first, and never a number', () => {
      expect(table(columns, [row], createStyle(false, 70)).split('\n')[1]).toBe(
        '0123456789abcdef  a title that is much to…  1,000  checkout in cart.ts',
      );
    });

    test.each([75, 60, 51])('fits into %i columns', (width) => expect(widest(width)).toBe(width));

    test('cuts the first column last', () => {
      expect(table(columns, [row], createStyle(false, 51)).split('\n')[1]).toBe(
        '0123456789abcdef  a title tha…  1,000  checkout in…',
      );
      expect(widest(47)).toBe(47);
    });

    test('leaves optional columns out where not all fit, and names them', () => {
      const optional = columns.map((column) => ({ ...column, isOptional: column.title !== 'ID' }));
      const shown = (width: number): string[] => table(optional, [row], createStyle(false, width)).split('\n');
      expect(shown(47)).toHaveLength(2);
      expect(shown(46)).toEqual([
        `ID${' '.repeat(16)}TITLE${' '.repeat(18)}    N`,
        '0123456789abcdef  a title that is much…  1,000',
        'Not shown at this width: CULPRIT',
      ]);
      expect(shown(20).at(-1)).toBe('Not shown at this width: TITLE, N, CULPRIT');
    });

    test('leaves columns out first that hold nothing', () => {
      const rows = [
        ['0123456789abcdef', 'a title', '0', '-'],
        ['1', 'b', '0', ''],
      ];
      const text = table(columns, rows, createStyle(false, 22));
      expect(text.split('\n').at(-1)).toBe('Not shown at this width: N, CULPRIT');
      expect(table(columns, rows, createStyle(false, 80))).not.toContain('Not shown');
    });

    test('cuts a moment to its day and minute', () => {
      const moment = ['2026-11-22T21:45:36Z', 'a title that is long'];
      const text = table([{ title: 'TIME' }, { title: 'TITLE' }], [moment], createStyle(false, 30));
      expect(text.split('\n')[1]).toBe('11-22 21:45       a title tha…');
    });

    test('keeps enough of each column to be of use, where the terminal is too narrow', () => {
      expect(widest(20)).toBe(47);
    });
  });

  test('colors a cell by its whole text', () => {
    const paint = (text: string, style: Style) => (text === 'open again' ? style.red : style.dim);
    const [, first, second] = table([{ title: 'STATUS', paint }], [['open again'], ['x']], createStyle(true)).split(
      '\n',
    );
    expect(first).toBe('\u001b[31mopen again\u001b[39m');
    expect(second).toBe('\u001b[2mx         \u001b[22m');
  });

  test('says so where it is empty', () => {
    expect(table([{ title: 'NAME' }], [], plain, 'None.')).toBe('None.');
  });

  test('makes control characters visible, so that no event can steer a terminal', () => {
    expect(table([{ title: 'N' }], [['a\u001b[31mb\nc\u202e']], plain)).toBe('N\na·[31mb·c·');
    expect(printable('tab\there')).toBe('tab·here');
  });

  test('facts have their values in one column', () => {
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

describe('colors', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
  ])('are used with %j on a terminal (%s): %s', (env, isTerminal, expected) => {
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

  test('moments are ISO 8601 without milliseconds, and counts have the form of their number', () => {
    expect(momentText(new Date(0))).toBe('1970-01-01T00:00:00Z');
    expect(momentText(null)).toBe('-');
    expect([plural(1, 'event'), plural(1_200, 'event')]).toEqual(['1 event', '1,200 events']);
  });
});
