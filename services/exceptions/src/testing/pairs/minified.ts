import { different, same, type Pair, type Sent } from './pair.js';

const at = (name: string, file: string, more = ''): string =>
  `    at ${name} (https://a.b/assets/${file}:1:${300 + name.length})${more}`;
const error = (message: string, lines: readonly string[], type = 'TypeError'): Sent => ({
  type,
  message,
  stack: [`${type}: ${message}`, ...lines].join('\n'),
});
const one = 'index-BxYzABcd.js';
const two = 'index-Qr_7tWx0.js';
const total = "Cannot read properties of undefined (reading 'total')";
const items = "Cannot read properties of undefined (reading 'items')";

/** Names made by minifiers, and chunk names of bundlers. */
export const minified: readonly Pair[] = [
  same(
    'nothing but minified names: the message says which fault',
    error(total, [at('t', one), at('Xe', one)]),
    error(total, [at('n', two), at('$r', two), at('a', two)]),
  ),
  different(
    'nothing but minified names, and another property missing: not one issue for the whole bundle',
    error(total, [at('t', one)]),
    error(items, [at('t', one)]),
  ),
  same(
    'a variable’s name in the message is the minifier’s too',
    error('t.items.map is not a function', [at('t', one)]),
    error('e.items.map is not a function', [at('n', two)]),
  ),
  same(
    'a minified name was a nameless function before',
    error(total, [at('t', one), at('Cart.render', one)]),
    error(total, ['    at https://a.b/assets/index-Qr_7tWx0.js:1:9', at('e.render', two)]),
  ),
  different(
    'below a lasting caller the crash has no lasting name: the message tells the two apart',
    error(total, [at('t', one), at('e.render', one)]),
    error(items, [at('n', one), at('e.render', one)]),
  ),
  same(
    'with a lasting name the message does not count',
    error(total, [at('e.render', one)]),
    error(items, [at('e.render', one)]),
  ),
  different('two lasting names', error(total, [at('e.render', one)]), error(total, [at('e.submit', one)])),
  same(
    'three characters that are no word are a minifier’s',
    error(total, [at('aBc', one), at('e.render', one)]),
    error(total, [at('x2_', two), at('n.render', two)]),
  ),
  different(
    'three letters that are a word are a name',
    error(total, [at('e.get', one)]),
    error(total, [at('e.set', one)]),
  ),
  same(
    'a custom error’s class was minified',
    error('no cart', [at('e.render', one)], 'Xe'),
    error('no cart', [at('t.render', two)], 'kt'),
  ),
  same(
    'Angular: one program for new and for old browsers',
    error(total, [at('e.render', 'cart-es2015.3f2a1b9c4d5e6f708192.js')]),
    error(total, [at('e.render', 'cart-es5.99aa1b9c4d5e6f708192.js')]),
  ),
  same(
    'webpack: a chunk’s number and hash',
    error(total, [at('e.render', '123.abc123.chunk.js')]),
    error(total, [at('e.render', '77.0f9e8d.chunk.js')]),
  ),
  same(
    'Angular with esbuild: chunks without a name',
    error(total, [at('e.render', 'chunk-ABCDEFGH.mjs')]),
    error(total, [at('e.render', 'chunk-4Z7AFQ2C.mjs')]),
  ),
  same(
    'Next: the hash of a page',
    error(total, [at('e.render', 'app/users/page-3d428c1ba734e10f.js')]),
    error(total, [at('e.render', 'app/users/page-99428c1ba734e1ff.js')]),
  ),
  different(
    'Next: two pages',
    error(total, [at('e.render', 'app/users/page-3d428c1ba734e10f.js')]),
    error(total, [at('e.render', 'app/orders/page-3d428c1ba734e10f.js')]),
  ),
  same(
    'a query that breaks caches',
    error(total, [at('e.render', 'cart.js?v=1')]),
    error(total, [at('e.render', 'cart.js?v=20261121')]),
  ),
  different(
    'two bundles that people named',
    error(total, [at('e.render', 'cart-BxYzABcd.js')]),
    error(total, [at('e.render', 'admin-BxYzABcd.js')]),
  ),
  same(
    'a library’s new version',
    error(total, [at('jQuery.each', 'jquery-3.6.0.min.js')]),
    error(total, [at('jQuery.each', 'jquery-3.7.1.min.js')]),
  ),
];
