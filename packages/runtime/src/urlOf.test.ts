import { expect, test } from '@jest/globals';
import { urlOf } from './urlOf.js';

test.each([
  ['https://a.example/b?c#d', 'https://a.example/b?c#d'],
  ['https://ü.example/ß', 'https://xn--tda.example/%C3%9F'],
  ['/b', undefined],
  ['', undefined],
  ['https://', undefined],
])('the URL of "%s" is %s', (text, href) => expect(urlOf(text)?.href).toBe(href));

test('a relative address is resolved', () => {
  expect(urlOf('../c', 'https://a.example/b/')?.href).toBe('https://a.example/c');
});

test('an address with characters of Latin-1 stays a URL, however often it is read', () => {
  const results = Array.from({ length: 50_000 }, () => urlOf('https://ü.example/') !== undefined);
  expect(results.indexOf(false)).toBe(-1);
});
