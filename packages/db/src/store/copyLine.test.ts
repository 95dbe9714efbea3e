import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { copyLine, copyValue } from './copyLine.js';

test.each([
  ['text', 'a\tb\\c\nd\re', 'a\\tb\\\\c\\nd\\re'],
  ['text', '', ''],
  ['text', null, '\\N'],
  ['text', '\\N', '\\\\N'],
  ['json', '{"a\\\\b":"c\\nd"}', '{"a\\\\\\\\b":"c\\\\nd"}'],
  ['json', null, '\\N'],
  ['plain', 1.5, '1.5'],
  ['flag', true, 't'],
  ['flag', false, 'f'],
  ['time', 1_000, '1970-01-01T00:00:01.000Z'],
] as const)('a %s %j is written as %j', (kind, value, expected) => {
  expect(copyValue(kind, value)).toBe(expected);
});

test('a row has its values in the order of the columns, separated by tabs, and ends with a line end', () => {
  expect(
    copyLine(
      [
        ['b', 'text'],
        ['a', 'plain'],
        ['c', 'text'],
      ],
      { a: 1, b: '', c: null },
    ),
  ).toBe('\t1\t\\N\n');
});

test('JSON is written like text', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const compact = JSON.stringify(JSON.parse(json));
      expect(copyValue('json', compact)).toBe(copyValue('text', compact));
    }),
    { numRuns: 1_000 },
  );
});

test('an invalid time throws', () => {
  expect(() => copyValue('time', Number.NaN)).toThrow(RangeError);
});
