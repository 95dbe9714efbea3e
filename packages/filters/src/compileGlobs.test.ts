import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { compileGlobs } from './compileGlobs.js';

describe('globs', () => {
  test.each<[string, string, boolean]>([
    ['abc', 'abc', true],
    ['abc', 'abcd', false],
    ['*', '', true],
    ['*', 'anything/at all\nhere', true],
    ['a*', 'a', true],
    ['a*', 'ba', false],
    ['*a', 'bba', true],
    ['*a*', 'xay', true],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['ab*ba', 'aba', false],
    ['ab*ba', 'abba', true],
    ['a*a', 'a', false],
    ['1.?.0', '1.2.0', true],
    ['1.?.0', '1.22.0', false],
    ['?*', '', false],
    ['v[0-9]*', 'v3', true],
    ['v[0-9]*', 'vx', false],
    ['v[!0-9]', 'vx', true],
    ['v[]]', 'v]', true],
    ['[abc', '[abc', true],
    ['{prod,staging}', 'staging', true],
    ['{prod,staging}-*', 'prod-eu', true],
    ['{prod,staging}', 'dev', false],
    ['{a,b}{c,d}', 'bd', true],
    ['{single}', '{single}', true],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['a.c', 'abc', false],
    ['(a|b)+', '(a|b)+', true],
    ['*ResizeObserver*', 'Error: ResizeObserver loop', true],
    ['', '', false],
  ])('%j on %j: %s', (pattern, text, expected) => {
    expect(compileGlobs([pattern])(text)).toBe(expected ? pattern : undefined);
  });

  test('returns the first pattern that matches', () => {
    expect(compileGlobs(['a', 'b'])('b')).toBe('b');
    expect(compileGlobs(['a', '{b,c}*', '*'])('cd')).toBe('{b,c}*');
    expect(compileGlobs([])('b')).toBeUndefined();
  });

  test('bounds the time of patterns that cause backtracking', () => {
    const hostile = [`${'*a'.repeat(250)}*b`, `${'*?a'.repeat(150)}*b`, '{a,b}'.repeat(80), `${'*[a-z]a'.repeat(60)}b`];
    const ms = cpuMs(() => expect(compileGlobs(hostile)('a'.repeat(100_000))).toBeUndefined());
    expect(ms).toBeLessThan(2_500);
  });

  test('bounds the time of every permitted list, for any text', () => {
    const choices = Array.from({ length: 20 }, (_, index) => index).join();
    const lists = [
      Array.from({ length: 10 }, () => `*${'[a-z]'.repeat(90)}{${choices}}*`),
      [`*${'[a-z]'.repeat(100)}0*`],
      Array.from({ length: 1_000 }, (_, index) => `*ab${index}*`),
      Array.from({ length: 1_000 }, () => `{${','.repeat(400)}}`),
      [`*[${'b-c'.repeat(160)}]${'[!0]'.repeat(3)}0*`],
    ];
    const ms = cpuMs(() => {
      for (const list of lists) {
        const matches = compileGlobs(list);
        for (let round = 0; round < 20; round += 1) expect(matches('ab'.repeat(4_096))).toBeUndefined();
      }
    });
    expect(ms).toBeLessThan(10_000);
  });

  test('matches an ordinary list against long texts', () => {
    const list = Array.from({ length: 16 }, (_, index) => `*never ${index}*`);
    expect(compileGlobs([...list.slice(1), '*end'])(`${'x'.repeat(8_000)}end`)).toBe('*end');
  });

  test('ignores patterns beyond the limits and uses the others', () => {
    expect(compileGlobs(['x'.repeat(513), 'a'])('a')).toBe('a');
    expect(compileGlobs(['x'.repeat(512)])('x'.repeat(512))).toBe('x'.repeat(512));
    const matches = compileGlobs([...Array.from({ length: 256 }, (_, index) => `*${index}.*`), '*z*']);
    expect([matches('255.'), matches('z')]).toEqual(['*5.*', undefined]);
  });
});
