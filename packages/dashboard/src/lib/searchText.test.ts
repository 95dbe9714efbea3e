import { expect, test } from '@jest/globals';
import { parseSearch, stringifySearch } from './searchText';

test.each([
  ['?query=123&release=shop@1.2.0', { query: '123', release: 'shop@1.2.0' }],
  ['?from=2026-11-01T00:00:00.000Z', { from: '2026-11-01T00:00:00.000Z' }],
  ['?query=a+%26+b', { query: 'a & b' }],
  ['', {}],
])('%s is read as text and written back', (text, search) => {
  expect(parseSearch(text)).toEqual(search);
  expect(stringifySearch(search)).toBe(text);
});

test('the text of a search omits empty and undefined values', () => {
  expect(stringifySearch({ a: '', b: undefined, c: 'x' })).toBe('?c=x');
});

test('the text of a search has the last value of a repeated parameter', () => {
  expect(parseSearch('a=1&a=2')).toEqual({ a: '2' });
});
