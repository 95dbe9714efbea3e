import { expect, test } from '@jest/globals';
import { filterOptions } from './filterOptions';

const WORDS = { all: 'All rules', deleted: 'A deleted rule' };
const rules = [{ id: '7', name: 'Slow' }];

test('a filter offers all, each entry, and a chosen one that no longer exists', () => {
  expect(filterOptions(rules, '7', WORDS)).toEqual([
    ['', 'All rules'],
    ['7', 'Slow'],
  ]);
  expect(filterOptions(rules, '9', WORDS).at(-1)).toEqual(['9', 'A deleted rule']);
  expect(filterOptions(undefined, '', WORDS)).toEqual([['', 'All rules']]);
});
