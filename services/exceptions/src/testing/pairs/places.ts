import { node } from '../captured/node.js';
import { nodeMinified } from '../captured/nodeMinified.js';
import { nodeSources } from '../captured/nodeSources.js';
import { webpackDev } from '../captured/webpackDev.js';
import { different, same, type Pair, type Sent } from './pair.js';

const frame = (file: string, name: string, line = 1) => ({ file, function: name, line, column: line * 7 });
const sent = (...frames: readonly ReturnType<typeof frame>[]): Sent => ({
  type: 'Error',
  message: 'x',
  frames: [...frames],
});
const cart = 'https://a.b/js/cart.js';
const walk = frame('tree.js', 'walk');

/** Where a program lies, how deep it calls, whose code it calls. */
export const places: readonly Pair[] = [
  same('Node: another directory, lines moved', node.before.onPay, node.after.onPay),
  same('Node: an awaited call', node.before.onShow, node.after.onShow),
  same('Node: an error and its cause', node.before.onCheckout, node.after.onCheckout),
  same('Node: a chunk with a hash in its name', node.before.onTree, node.after.onTree),
  same('Node: only its own calls on the stack, and a cause', node.before.onFetch, node.after.onFetch),
  same('Node: bundled and minified', nodeMinified.before.onPay, nodeMinified.after.onPay),
  same('Node: bundled and minified, an awaited call', nodeMinified.before.onShow, nodeMinified.after.onShow),
  same('Node: bundled and minified, a constructor', nodeMinified.before.onEmpty, nodeMinified.after.onEmpty),
  same('sources on Linux and on Windows', nodeSources.before.onPay, nodeSources.after.onPay),
  same('sources: functions that call each other in turn', nodeSources.before.onOverflow, nodeSources.after.onOverflow),
  same('webpack in development: evaluated modules, lines moved', webpackDev.before.onPay, webpackDev.after.onPay),
  same('webpack in development: a part loaded late', webpackDev.before.onPanel, webpackDev.after.onPanel),
  different('Node: two handlers', node.before.onPay, node.before.onShow),
  different('Node: a handler called by another one', node.before.onDelegate, node.before.onPay),
  different('webpack in development: two functions', webpackDev.before.onPay, webpackDev.before.onRedeem),

  same('lines and columns shift with every change', sent(frame(cart, 'load', 10)), sent(frame(cart, 'load', 99))),
  same('an origin, a directory of a CDN', sent(frame(cart, 'load')), sent(frame('https://cdn.c/r/7/cart.js', 'load'))),
  same(
    'a release’s directory',
    sent(frame('/srv/releases/20261120/cart.js', 'load')),
    sent(frame('/srv/releases/20261121/cart.js', 'load')),
  ),
  different('two files', sent(frame(cart, 'load')), sent(frame('https://a.b/js/orders.js', 'load'))),
  different(
    'a name that every directory has',
    sent(frame('/srv/shop/users/index.js', 'load')),
    sent(frame('/srv/shop/orders/index.js', 'load')),
  ),
  different(
    'two ways to the same function',
    sent(frame(cart, 'load'), frame(cart, 'boot')),
    sent(frame(cart, 'load'), frame(cart, 'retry')),
  ),
  same(
    'recursion of another depth',
    sent(walk, walk, frame(cart, 'load')),
    sent(walk, walk, walk, walk, walk, frame(cart, 'load')),
  ),
  different(
    'known weakness: recursion deeper than Chrome shows hides who began it',
    node.before.onTree,
    node.before.onTreeDeeper,
  ),
  same(
    'a function shown twice, called and awaited',
    sent(frame(cart, 'load'), frame(cart, 'boot')),
    sent(frame(cart, 'load'), frame(cart, 'async load'), frame(cart, 'boot')),
  ),
  same('`async` before a name', sent(frame(cart, 'async load')), sent(frame(cart, 'load'))),
  same('an alias', sent(frame(cart, 'Cart.load [as refresh]')), sent(frame(cart, 'Cart.load'))),
  ...['anonymous', '?', '', 'Object.<anonymous>', 'HTMLButtonElement.<anonymous>', 'eval', 'load/<'].map((name) =>
    same(
      `a function without a name is spelt “${name}”`,
      sent(frame(cart, '<anonymous>'), frame(cart, 'boot')),
      sent(frame(cart, name), frame(cart, 'boot')),
    ),
  ),
  same(
    'libraries below, of another version and depth',
    sent(frame(cart, 'load'), frame('/a/node_modules/x/y.js', 'call')),
    sent(frame(cart, 'load'), frame('/a/node_modules/x/z.js', 'run'), frame('node:internal/timers', 'listOnTimeout')),
  ),
  same(
    'a library above',
    sent(frame('/a/node_modules/x/y.js', 'parse'), frame(cart, 'load')),
    sent(frame('/a/node_modules/x/v2.js', 'read'), frame(cart, 'load')),
  ),
  different(
    'nothing but a library: which call of it counts',
    sent(frame('/a/node_modules/x/y.js', 'parse')),
    sent(frame('/a/node_modules/x/y.js', 'print')),
  ),
  same(
    'nothing but a library, installed elsewhere by another tool',
    sent(frame('/a/node_modules/x/y.js', 'parse')),
    sent(frame('/b/node_modules/.pnpm/x@1.2.3/node_modules/x/y.js', 'parse')),
  ),
  same(
    'a browser extension in between',
    sent(frame(cart, 'load'), frame('chrome-extension://abc/c.js', 'wrap')),
    sent(frame(cart, 'load')),
  ),
  different('the same message, thrown elsewhere', sent(frame(cart, 'load')), sent(frame(cart, 'save'))),
  same(
    'a source map’s path and a development server’s',
    sent(frame('webpack:///./src/cart.ts', 'load')),
    sent(frame('webpack-internal:///(rsc)/./src/cart.ts', 'load')),
  ),
  different(
    'two sources of one name',
    sent(frame('webpack:///./src/users/list.ts', 'load')),
    sent(frame('webpack:///./src/orders/list.ts', 'load')),
  ),
  different(
    'in a source a short name is a name',
    sent(frame('webpack:///./src/db.ts', 'up')),
    sent(frame('webpack:///./src/db.ts', 'down')),
  ),
];
