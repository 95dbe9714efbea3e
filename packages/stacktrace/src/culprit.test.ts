import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { culpritFrame, describeCulprit } from './culprit.js';
import { readFrames } from './readFrames.js';

const library = { file: '/srv/node_modules/x/y.js', function: 'parse' };

describe('where an exception happened, for people', () => {
  test.each<[string, Readonly<Record<string, Json>>, string | null]>([
    ['nowhere that is known', { message: 'm' }, null],
    [
      'the function and the file',
      { frames: [{ file: '/srv/shop/cart.js', function: 'load' }] },
      'load in /srv/shop/cart.js',
    ],
    [
      'the application before a library',
      { frames: [library, { file: 'cart.js', function: 'load' }] },
      'load in cart.js',
    ],
    ['the module without a file', { frames: [{ module: 'shop.cart', function: 'price' }] }, 'price in shop.cart'],
    ['the file before the module', { frames: [{ file: 'a.py', module: 'a', function: 'f' }] }, 'f in a.py'],
    ['a library where there is nothing else', { frames: [library] }, 'parse in /srv/node_modules/x/y.js'],
    [
      'without origin and query',
      { frames: [{ file: 'https://a.b/js/cart.3f2a1b9c.js?v=1#x', function: 'load' }] },
      'load in js/cart.3f2a1b9c.js',
    ],
    [
      'a source as webpack names it',
      { frames: [{ file: 'webpack:///./src/cart.ts', function: 'load' }] },
      'load in src/cart.ts',
    ],
    ['a module of Node', { frames: [{ file: 'file:///srv/cart.mjs', function: 'load' }] }, 'load in /srv/cart.mjs'],
    ['a function without a name', { frames: [{ file: 'cart.js' }] }, 'cart.js'],
    ['a function without a file', { frames: [{ function: 'load' }] }, 'load'],
    ['a raw stack', { stack: 'Error: x\n    at load (https://a.b/js/cart.js:1:2)' }, 'load in js/cart.js'],
    ['at most 512 characters', { frames: [{ function: 'f'.repeat(600) }] }, `${'f'.repeat(511)}…`],
  ])('is described: %s', (_name, payload, expected) => {
    expect(describeCulprit(culpritFrame(readFrames(payload)))).toBe(expected);
  });
});
