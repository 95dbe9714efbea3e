import { describe, expect, test } from '@jest/globals';
import { findCostlyGlob } from '@sluice/contract';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { compileGlobs } from './compileGlobs.js';
import { createRandom, matchesNaively, randomPattern, randomText } from '../testing/naiveGlobs.js';

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
    ['a**a', 'aa', true],
    ['\\**\\*', '**', true],
    ['1.?.0', '1.2.0', true],
    ['1.?.0', '1.22.0', false],
    ['?*', '', false],
    ['v[0-9]*', 'v3', true],
    ['v[0-9]*', 'vx', false],
    ['v[!0-9]', 'vx', true],
    ['v[]]', 'v]', true],
    ['[abc', '[abc', true],
    ['[]', '[]', true],
    ['[!]', '[!]', true],
    ['*[!]]*', ']]a]', true],
    ['*[z-a]*', 'b', false],
    ['{prod,staging}', 'staging', true],
    ['{prod,staging}-*', 'prod-eu', true],
    ['{prod,staging}', 'dev', false],
    ['{a,b}{c,d}', 'bd', true],
    ['{single}', '{single}', true],
    ['{single}{a,b}', '{single}a', false],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['a.c', 'abc', false],
    ['(a|b)+', '(a|b)+', true],
    ['*ResizeObserver*', 'Error: ResizeObserver loop', true],
    ['*?*', '😀', true],
    ['*a?c*', 'xabcx', true],
    ['', '', false],
  ])('match, as %j against %j: %s', (pattern, text, expected) => {
    expect(compileGlobs([pattern])(text)).toBe(expected ? pattern : undefined);
    expect(matchesNaively(pattern, text)).toBe(expected);
  });

  test('returns the first pattern that matches', () => {
    expect(compileGlobs(['a', 'b'])('b')).toBe('b');
    expect(compileGlobs(['a', '{b,c}*', '*'])('cd')).toBe('{b,c}*');
    expect(compileGlobs(['*x*y*', '*d*', 'cd', '*'])('cd')).toBe('*d*');
    expect(compileGlobs(['*z*', '*c*d*', '*d*', '*'])('cd')).toBe('*c*d*');
    expect(compileGlobs(['*aXb*', '*X*'])('aX')).toBe('*X*');
    expect(compileGlobs([])('b')).toBeUndefined();
  });

  test('match as a naive matcher does', () => {
    const seed = Date.now() % 2 ** 31;
    const random = createRandom(seed);
    for (let round = 0; round < 4_000; round += 1) {
      const patterns = Array.from({ length: 1 + random(random(8) === 0 ? 60 : 4) }, () => randomPattern(random));
      const text = randomText(random);
      const found = compileGlobs(patterns)(text);
      expect({ seed, patterns, text, found }).toEqual({
        seed,
        patterns,
        text,
        found: patterns.find((pattern) => matchesNaively(pattern, text)),
      });
    }
  });

  test('of every size match across the words of an automaton', () => {
    const wrong = Array.from({ length: 120 }, (_, size) => {
      const letters = Array.from({ length: size }, (_unused, index) => String.fromCharCode(97 + (index % 26))).join('');
      const patterns = [`*${letters}?*0`, `*${letters}[0-9]*${letters}*1*`, `x*${letters}*y*2`];
      const find = compileGlobs(patterns);
      const texts = [`ab${letters}-0`, `${letters}5 ${letters}1`, `x${letters}y2`, `${letters}5${letters}`];
      return texts.map((text) => patterns.indexOf(find(text) ?? '')).join();
    }).findIndex((found) => found !== '0,1,2,-1');
    expect(wrong).toBe(-1);
  });

  test('compares the first 8,192 characters of a text, whatever a list costs', () => {
    const list = Array.from({ length: 255 }, (_, index) => `*never ${index}*`);
    const find = compileGlobs([...list, '*end*']);
    expect(find(`${'x'.repeat(8_189)}end`)).toBe('*end*');
    expect(find(`${'x'.repeat(8_190)}end`)).toBeUndefined();
  });

  test('omits patterns that are too long and uses the others', () => {
    expect(compileGlobs(['x'.repeat(513), 'a'])('a')).toBe('a');
    expect(compileGlobs(['x'.repeat(512)])('x'.repeat(512))).toBe('x'.repeat(512));
  });

  test('uses a list that an earlier version saved and this one refuses', () => {
    const list = Array.from({ length: 256 }, (_, index) => `*a*${'b'.repeat(500)}${index}*`);
    expect(findCostlyGlob(list)).toBe(2);
    expect(compileGlobs(list)(`a${'b'.repeat(500)}255`)).toBe(list[2]);
    expect(compileGlobs(list.slice(100))(`a${'b'.repeat(500)}255`)).toBe(list[255]);
  });
});

/** Texts as long as a text may be, and lists as expensive as a list may be. */
describe('the work for a text', () => {
  const a = 'a'.repeat(8_192);
  const ab = 'ab'.repeat(4_096);
  const mixed = Array.from({ length: 8_192 }, (_, index) => 'ab'[((index * index) % 7) % 2]).join('');
  const choices = Array.from({ length: 20 }, (_, index) => index).join();
  test.each<[string, readonly string[]]>([
    ['many classes', Array.from({ length: 11 }, (_, index) => `*${'[ab]'.repeat(45)}c${index}*`)],
    ['any characters', [`*a${'?'.repeat(500)}c*`, `*b${'?'.repeat(500)}d*`]],
    ['many texts', Array.from({ length: 256 }, (_, index) => `*${'a'.repeat(index)}c${index}*`)],
    ['long texts', Array.from({ length: 256 }, (_, index) => `*${'ab'.repeat(240)}${index}*`)],
    ['many stars', [`${'*a'.repeat(250)}*c`, `${'*?b'.repeat(150)}*c`]],
    ['alternatives', [`*${'[a-z]'.repeat(45)}{${choices}}*`]],
    ['classes of many characters', [`*[${'b-c'.repeat(160)}]${'[!0]'.repeat(3)}0*`]],
    ['anchored classes', Array.from({ length: 11 }, (_, index) => `${'[ab]'.repeat(45)}*${index}`)],
    ['anchored texts', Array.from({ length: 1_000 }, (_, index) => `${'a'.repeat(59)}*${index}`)],
    ['long anchored texts', Array.from({ length: 120 }, (_, index) => `${'a'.repeat(500)}*${index}`)],
  ])('is bounded for %s', (_, list) => {
    expect(findCostlyGlob(list)).toBe(-1);
    const find = compileGlobs(list);
    for (const text of [a, ab, mixed]) {
      const ms = cpuMs(() => {
        for (let round = 0; round < 20; round += 1) expect(find(text)).toBeUndefined();
      });
      // Measured: up to 0.6 ms each.
      expect(ms / 20).toBeLessThan(10);
    }
  });
});
