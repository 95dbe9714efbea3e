import { describe, expect, test } from '@jest/globals';
import { readIfMatch } from '../request/readIfMatch.js';
import { baseUrlOf } from '../access/baseUrlOf.js';
import { bySpecificity } from './bySpecificity.js';

describe('addresses', () => {
  test('words are tried before parameters', () => {
    const addresses = ['/p/hits/{id}', '/p/{any}/days', '/p/hits/days', '/p/hits', '/p/{any}'];
    expect(addresses.sort(bySpecificity)).toEqual([
      '/p/hits',
      '/p/hits/days',
      '/p/hits/{id}',
      '/p/{any}',
      '/p/{any}/days',
    ]);
  });

  test.each([
    [{ host: 'localhost:8000' }, undefined, 'http://localhost:8000'],
    [{ host: '[::1]:8000' }, undefined, 'http://[::1]:8000'],
    [{ host: 'a.example', 'x-forwarded-proto': 'https' }, undefined, 'https://a.example'],
    [{ host: 'evil@a/b' }, undefined, 'http://localhost'],
    [{ host: 'a.example:99999' }, undefined, 'http://localhost'],
    [{ host: '[::::]' }, undefined, 'http://localhost'],
    [{ host: '1.2.3.4.5' }, undefined, 'http://localhost'],
    [{}, undefined, 'http://localhost'],
    [{ host: 'a.example' }, 'https://sluice.example/base/', 'https://sluice.example/base'],
  ])('with the headers %j and PUBLIC_URL %s, the base URL is %s', (headers, publicUrl, expected) => {
    expect(baseUrlOf({ headers }, publicUrl)).toBe(expected);
  });

  test.each([
    [undefined, undefined],
    ['*', undefined],
    ['"5"', ['5']],
    ['"5", "6"', ['5', '6']],
    ['W/"5"', []],
    ['5', []],
    ['', []],
  ])('the versions of If-Match: %s are read', (header, expected) => expect(readIfMatch(header)).toEqual(expected));
});
