import { expect, test } from '@jest/globals';
import { callText } from './callText.js';

const call = { function: 'load', file: 'src/cart.ts', line: 10, column: 3 };

test.each([
  ['a named call', call, 'load (src/cart.ts:10:3)'],
  ['a call without a name', { ...call, function: null }, 'src/cart.ts:10:3'],
  ['a call with an empty name', { ...call, function: '' }, 'src/cart.ts:10:3'],
  [
    'an inline script',
    { function: '', file: 'https://shop.example/', line: 7, column: 1 },
    'https://shop.example/:7:1',
  ],
  ['a call without a position', { ...call, line: null, column: undefined }, 'load (src/cart.ts)'],
  ['a native call', { ...call, file: null, line: null, column: null }, 'load (<anonymous>)'],
  ['nothing at all', { function: '', file: '', line: null, column: null }, '<anonymous>'],
])('%s is printed as V8 prints it', (_what, given, shown) => {
  expect(callText(given)).toBe(shown);
});
