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
    ['is what the scopes of the map say', { scope: 'load', enclosing: named('other'), raw: 'given' }, 'load'],
    ['is not a word for none of the scopes', { scope: '<anonymous>', enclosing: named('load') }, 'load'],
    [
      'is what the source declares',
      { enclosing: named('load'), raw: 'given', caller: calls('callback', 'callback()') },
      'load',
    ],
    [
      'is the engine’s of a constructor of an anonymous class',
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
    ['is none where neither has one', { enclosing: nameless(null), raw: '' }, null],
    ['is none in the body of a module', { enclosing: TOP, raw: 't', caller: calls('load', 'load()') }, null],
    ['is what the engine says of the body of a module, if it says so', { enclosing: TOP, raw: 'start' }, 'start'],
    [
      'is the name that the caller calls, where its source was not parsed',
      { raw: 't', caller: calls('load', 'load(a)') },
      'load',
    ],
    ['also of a nameless one', { raw: '', caller: calls('load', 'load?.<A>(a)') }, 'load'],
    ['also behind a tag', { raw: '', caller: calls('html', 'html`a`') }, 'html'],
    ['is no name that the caller does not call', { raw: 't', caller: calls('cart', 'cart.load(a)') }, 't'],
    ['is no part of a name', { raw: 't', caller: calls('load', 'loadAll(a)') }, 't'],
    ['is no name of a place without one', { raw: 't', caller: calls(null, 'load(a)') }, 't'],
    ['is the name at a caller without source', { raw: 't', caller: calls('load') }, 'load'],
    [
      'is not the caller’s where the call was not read',
      { raw: 't', caller: { ...calls('load'), hasSource: true } },
      't',
    ],
    ['is not so where the engine printed none', { raw: '', caller: calls('load') }, null],
    [
      'is never replaced by the caller’s where a person gave it',
      { raw: 'save', caller: calls('load', 'load()') },
      'save',
    ],
    ['is what the engine printed', { raw: 'Cart.load [as fetch]' }, 'Cart.load [as fetch]'],
    ['is what the engine printed, even a minifier’s', { raw: 'new t' }, 'new t'],
    ['is none where the engine has but a word for that', { raw: 'Object.<anonymous>' }, null],
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

test('takes linear time', () => {
  const ms = cpuMs(() => {
    for (const part of ['<', 'async ', ' [as ', '.', '/', 'a']) kindOfRawName(part.repeat(200_000));
  });
  expect(ms).toBeLessThan(2_500);
});
