import { expect, test } from '@jest/globals';
import { acceptedEncoding } from './acceptedEncoding.js';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['br; q=0.5 , gzip;q=0.4', 'br'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['gzip;q=x', undefined],
] as const)('of "%s" the answer is encoded as %s', (header, expected) => {
  expect(acceptedEncoding(header)).toBe(expected);
});
