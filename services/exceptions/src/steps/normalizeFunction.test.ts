import { describe, expect, test } from '@jest/globals';
import { isMinifiedName, normalizeFunction } from './normalizeFunction.js';

describe('a function of a frame is the same in all engines', () => {
  test.each([
    ['load', 'load'],
    ['Object.load', 'load'],
    ['Store.load', 'load'],
    ['async load', 'load'],
    ['new Store', 'Store'],
    ['async new Store', 'Store'],
    ['Store.get [as fetch]', 'get'],
    ['get total [as total]', 'get total'],
    ['Store.#load', '#load'],
    ['boot/load', 'load'],
    ['App.prototype.foo', 'foo'],
    ['[object Object].load', 'load'],
    ['bar(1)', 'bar'],
    ['bar([arguments not available])', 'bar'],
    ['load$1', 'load'],
    ['HTMLButtonElement.onclick', 'onclick'],
  ])('%s is %s', (name, expected) => {
    expect(normalizeFunction(name)).toBe(expected);
  });

  test.each([
    '',
    '?',
    '<anonymous>',
    'anonymous',
    'Anonymous function',
    'Object.<anonymous>',
    'HTMLButtonElement.<anonymous>',
    'Foo.(anonymous function)',
    'I.e.fn.(anonymous function) [as index]',
    'e.includes.n.<computed>',
    'eval',
    'eval code',
    'global code',
    'module code',
    'boot/<',
    'boot/</<',
    '[2]</Bar.prototype._baz/</<',
    '()',
    '(null)',
    '_callee2$',
    'Object../src/index.js',
    './src/index.js',
    'Module.4567',
    '<static_initializer>',
    '<anonymous function: run>([arguments not available])',
    '__webpack_require__',
    'wasm-function[12]',
  ])('%s has no name', (name) => {
    expect(normalizeFunction(name)).toBe('');
  });

  test.each(['t', 'Xe', '$', '_', 'a1', 'aBc', 'kS2', 'e_t', 'XYZ'])('%s may be a minifier’s', (name) => {
    expect(isMinifiedName(name)).toBe(true);
  });

  test.each(['get', 'run', 'App', 'onPay', 'load'])('%s is a word', (name) => {
    expect(isMinifiedName(name)).toBe(false);
  });
});
