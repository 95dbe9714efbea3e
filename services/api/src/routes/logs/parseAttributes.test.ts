import { describe, expect, test } from '@jest/globals';
import { parseAttributes } from './parseAttributes.js';

describe('attributes of a filter', () => {
  test.each([
    ['plan:pro', [['plan', 'pro']]],
    [
      ' plan:pro  region:"eu west" ',
      [
        ['plan', 'pro'],
        ['region', 'eu west'],
      ],
    ],
    ['url:http://a/b?c=d', [['url', 'http://a/b?c=d']]],
    ['empty:""', [['empty', '']]],
  ])('are read from %s', (text, expected) => {
    expect(parseAttributes(text).map(({ key, value }) => [key, value])).toEqual(expected);
  });

  test.each(['plan', ':x', 'a:', 'a:"b', 'a:"b"c', 'a:b word'])('%s is refused and named', (text) => {
    expect(() => parseAttributes(text)).toThrow(/^attributes: ".+" is not key:value/);
  });

  test('are at most ten', () => {
    const some = (count: number): string => Array.from({ length: count }, (_, index) => `k${index}:v`).join(' ');
    expect(parseAttributes(some(10))).toHaveLength(10);
    expect(() => parseAttributes(some(11))).toThrow(/at most 10/);
  });
});
