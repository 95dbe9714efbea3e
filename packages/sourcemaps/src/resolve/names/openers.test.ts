import { describe, expect, test } from '@jest/globals';
import { enclosingFunction, type EnclosingFunction } from './enclosingFunction.js';
import { openersOf } from './openers.js';
import { TokenReader } from './tokenReader.js';
import { tokenize } from './tokens.js';

/** Characters that are looked at of a source. */
const CHARACTERS = 8_192;
/** Looks that a token may cost on the average. */
const STEPS_EACH = 100;
const NOTHING: EnclosingFunction = { isKnown: false, own: null, nearest: null, isTopLevel: false };

const atEndOf = (line: string): EnclosingFunction =>
  enclosingFunction({ before: [], line, after: [] }, { line: 1, column: line.length });

const HOSTILE = [
  ...['{', '(', '[', 'a=>', '=>{', '(a=>', 'x=>(', '`${', ')[', '{)', '){', '(a):', '>(', '<a,', ',', '>,', '<'],
  ...['a=', '=a', 'function ', 'function(', 'class ', 'class a{', 'once(', 'a:', '(a):b<', '>=>', '*function(', "'a\\"],
];

describe('the looks that a text takes', () => {
  test.each(HOSTILE)('grow with its length, of %j again and again', (part) => {
    const stepsOf = (characters: number): number => {
      const reader = new TokenReader(tokenize(part.repeat(characters / part.length)).tokens, Infinity);
      openersOf(reader);
      return reader.steps;
    };
    expect(stepsOf(CHARACTERS)).toBeLessThanOrEqual(STEPS_EACH * CHARACTERS);
    expect(stepsOf(8 * CHARACTERS)).toBeLessThanOrEqual(8.5 * stepsOf(CHARACTERS) + STEPS_EACH);
  });

  test('are bounded: behind the bound nothing is there, and nothing is found', () => {
    const { tokens } = tokenize('function load() { boom(');
    const reader = new TokenReader(tokens, 10);
    expect(openersOf(reader)).toBeUndefined();
    expect([reader.steps, reader.isSpent, reader.at(0)]).toEqual([10, true, undefined]);
    expect(openersOf(new TokenReader(tokens, 1_000))).toHaveLength(2);
  });

  test('of a frame are bounded', () => {
    expect(atEndOf(`function load() { ${'a;'.repeat(2_000)}`).own).toBe('load');
    expect(atEndOf(`function load() { ${','.repeat(4_000)}`)).toEqual(NOTHING);
  });
});

test.each(['{', '(', '[', 'if (a) {', 'x => '])('more than a hundred that are open, of %j, are nothing', (part) => {
  expect(atEndOf(`function load() { ${part.repeat(90)}`).nearest).toBe('load');
  expect(atEndOf(`function load() { ${part.repeat(110)}`)).toEqual(NOTHING);
});

test('a function around a hundred that have closed is found', () => {
  expect(atEndOf(`function load() { ${'(['.repeat(40)}${'])'.repeat(40)} ${'{}'.repeat(200)}`).own).toBe('load');
});
