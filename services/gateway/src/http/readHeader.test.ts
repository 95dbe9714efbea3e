import { expect, test } from '@jest/globals';
import { readUserAgent } from './readHeader.js';

test.each<[string, Buffer, string]>([
  ['ASCII', Buffer.from('Mozilla/5.0'), 'Mozilla/5.0'],
  ['UTF-8', Buffer.from('Магазин/2 💥'), 'Магазин/2 💥'],
  ['Latin-1', Buffer.from('Größe/1', 'latin1'), 'Größe/1'],
  ['UTF-8 cut in a character', Buffer.from('é').subarray(0, 1), 'Ã'],
])('a user agent in %s is decoded', (_name, bytes, expected) => {
  // Node decodes headers as Latin-1.
  expect(readUserAgent({ headers: { 'user-agent': bytes.toString('latin1') } })).toBe(expected);
});

test('the user agent of a request without one is empty', () => {
  expect(readUserAgent({ headers: {} })).toBe('');
});
