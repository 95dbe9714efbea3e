import { describe, expect, test } from '@jest/globals';
import { withoutConstructors } from './withoutConstructors.js';

describe('frames without the constructors of their error', () => {
  test.each<[string, string, string[], string[]]>([
    ['leaves out a constructor', 'CartError', ['CartError', 'buy'], ['buy']],
    ['leaves out one that V8 marks', 'CartError', ['new CartError', 'buy'], ['buy']],
    [
      'leaves out the constructors of the classes above',
      'EmptyCartError',
      ['CartError', 'EmptyCartError', 'buy'],
      ['buy'],
    ],
    ['leaves out one that a minifier named', 't', ['t', 'o'], ['o']],
    ['keeps a call of the same name further down', 'CartError', ['buy', 'CartError'], ['buy', 'CartError']],
    ['keeps error classes that are not this error', 'TypeError', ['CartError', 'buy'], ['CartError', 'buy']],
    [
      'keeps functions about errors',
      'CartError',
      ['throwError', 'CartError', 'buy'],
      ['throwError', 'CartError', 'buy'],
    ],
    ['keeps a constructor that is all there is', 'CartError', ['CartError'], ['CartError']],
    ['keeps frames without a name', 'Error', ['', 'buy'], ['', 'buy']],
    ['keeps everything where the type is empty', '', ['', 'buy'], ['', 'buy']],
    ['of no frames is no frames', 'CartError', [], []],
  ])('%s', (_name, type, names, expected) => {
    expect(left(type, names)).toEqual(expected);
  });
});

function left(type: string, names: readonly string[]): readonly string[] {
  return withoutConstructors(
    names.map((name) => ({ function: name })),
    type,
  ).map((frame) => frame.function);
}
