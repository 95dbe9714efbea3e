import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { functionName, type FunctionFacts } from './functionName.js';
import { kindOfRawName } from './rawName.js';

const named = (own: string) => ({ own, nearest: own, isTopLevel: false });
const nameless = (nearest: string | null) => ({ own: null, nearest, isTopLevel: false });
const TOP = { own: null, nearest: null, isTopLevel: true };
const calls = (name: string | null, text?: string) => ({ name, hasSource: text !== undefined, text });

describe('the name of a function', () => {
  test.each<[string, Partial<FunctionFacts>, string | null]>([
    ['is the scope name of the map', { scope: 'load', enclosing: named('other'), raw: 'given' }, 'load'],
    [
      'is not a placeholder such as <anonymous> from the scopes',
      { scope: '<anonymous>', enclosing: named('load') },
      'load',
    ],
    [
      'is what the source declares',
      { enclosing: named('load'), raw: 'given', caller: calls('callback', 'callback()') },
      'load',
    ],
    [
      'is the engine’s name for the constructor of an anonymous class',
      { enclosing: named('constructor'), raw: 'new Cart' },
      'new Cart',
    ],
    [
      'is constructor where a minifier named its class',
      { enclosing: named('constructor'), raw: 'new t' },
      'constructor',
    ],
    ['is given by the engine where the source has none', { enclosing: nameless('load'), raw: 'inner' }, 'inner'],
    [
      'is the nearest in the source, not a parameter of the caller',
      { enclosing: nameless('load'), raw: 't', caller: calls('callback', 'callback()') },
      'load',
    ],
    ['is the minifier’s where the source has none around it', { enclosing: nameless(null), raw: 't' }, 't'],
    ['is none if neither source nor engine has one', { enclosing: nameless(null), raw: '' }, null],
    [
      'is none in the body of a module, even if the caller has one',
      { enclosing: TOP, raw: 't', caller: calls('load', 'load()') },
      null,
    ],
    ['is the engine’s name for the body of a module, if it has one', { enclosing: TOP, raw: 'start' }, 'start'],
    [
      'is the name that the caller calls, where its source was not parsed',
      { raw: 't', caller: calls('load', 'load(a)') },
      'load',
    ],
    [
      'is the name that the caller calls for a function without a name',
      { raw: '', caller: calls('load', 'load?.<A>(a)') },
      'load',
    ],
    ['is the name of a tagged template that the caller calls', { raw: '', caller: calls('html', 'html`a`') }, 'html'],
    [
      'is not a name that the caller mentions but does not call',
      { raw: 't', caller: calls('cart', 'cart.load(a)') },
      't',
    ],
    ['is not a part of a longer name', { raw: 't', caller: calls('load', 'loadAll(a)') }, 't'],
    ['is not taken from a caller without a name', { raw: 't', caller: calls(null, 'load(a)') }, 't'],
    ['is the caller’s name if the caller has no source', { raw: 't', caller: calls('load') }, 'load'],
    [
      'is not the caller’s if its source text could not be read',
      { raw: 't', caller: { ...calls('load'), hasSource: true } },
      't',
    ],
    ['is not the caller’s if the engine printed no name', { raw: '', caller: calls('load') }, null],
    [
      'is never replaced by the caller’s if a person wrote it',
      { raw: 'save', caller: calls('load', 'load()') },
      'save',
    ],
    ['is what the engine printed', { raw: 'Cart.load [as fetch]' }, 'Cart.load [as fetch]'],
    ['is what the engine printed, even a minifier’s', { raw: 'new t' }, 'new t'],
    ['is none if the engine printed a placeholder', { raw: 'Object.<anonymous>' }, null],
  ])('%s', (_, facts, expected) => {
    expect(functionName({ raw: '', scope: null, enclosing: undefined, caller: undefined, ...facts })).toBe(expected);
  });
});

test.each([
  [
    'given',
    [
      'load',
      'new Cart',
      'Cart.load',
      'e.load',
      'async load',
      'run',
      'Cart.load [as t]',
      '_private',
      'get total',
      'a.b.checkout',
    ],
  ],
  ['minified', ['t', 'new e', 'e.t', 'Ae', '$a', 'a1b', 'Object.t', '_t$']],
  [
    'none',
    [
      '',
      '?',
      '<anonymous>',
      'Object.<anonymous>',
      'anonymous',
      'eval',
      'boot/<',
      '123',
      'Module.123',
      './src/index.js',
      'Object../src/index.js',
      '__webpack_require__',
      '_callee$',
    ],
  ],
] as const)('a name is %s', (kind, names) => {
  expect(names.filter((name) => kindOfRawName(name) !== kind)).toEqual([]);
});

test('the parser of a name takes linear time', () => {
  const ms = cpuMs(() => {
    for (const part of ['<', 'async ', ' [as ', '.', '/', 'a']) kindOfRawName(part.repeat(200_000));
  });
  expect(ms).toBeLessThan(2_500);
});
