import { esbuild } from '../captured/esbuild.js';
import { rollup } from '../captured/rollup.js';
import { vite } from '../captured/vite.js';
import { webpack } from '../captured/webpack.js';
import { different, same, type Pair } from './pair.js';

/** Two builds of one program: minified, hashed, run in Chromium. */
export const builds: readonly Pair[] = [
  same('esbuild: the pricing code moved from the entry to a shared chunk', esbuild.before.onPay, esbuild.after.onPay),
  same('esbuild: the class is `i` before and `o` after', esbuild.before.onRedeem, esbuild.after.onRedeem),
  same(
    'esbuild: an awaited method, called by a function without a lasting name',
    esbuild.before.onShow,
    esbuild.after.onShow,
  ),
  same('esbuild: a function of a shared chunk that calls itself', esbuild.before.onTree, esbuild.after.onTree),
  same('esbuild: a stack overflow in which no name lasts', esbuild.before.onOverflow, esbuild.after.onOverflow),
  same('esbuild: an error and its cause', esbuild.before.onCheckout, esbuild.after.onCheckout),
  same(
    'esbuild: a part loaded late; the number in the message is another one',
    esbuild.before.onPanel,
    esbuild.after.onPanel,
  ),
  same('esbuild: a handler with a name of its own', esbuild.before.onSubmit, esbuild.after.onSubmit),
  same('Vite: all minified names are others', vite.before.onPay, vite.after.onPay),
  same('Vite: a method keeps its name, its class does not', vite.before.onRedeem, vite.after.onRedeem),
  same('Vite: an awaited method', vite.before.onShow, vite.after.onShow),
  same('Vite: a hash that ends in a dash', vite.before.onTree, vite.after.onTree),
  same('Vite: a stack overflow, cut at another of the two functions', vite.before.onOverflow, vite.after.onOverflow),
  same('Vite: an error and its cause', vite.before.onCheckout, vite.after.onCheckout),
  same('Vite: a part loaded late', vite.before.onPanel, vite.after.onPanel),
  same('Rollup: hashes in hex, behind a dot', rollup.before.onPay, rollup.after.onPay),
  same('Rollup: an awaited method', rollup.before.onShow, rollup.after.onShow),
  same('Rollup: an error and its cause', rollup.before.onCheckout, rollup.after.onCheckout),
  same('Rollup: a part loaded late', rollup.before.onPanel, rollup.after.onPanel),
  same('webpack: functions written into their callers, calls fewer', webpack.before.onPay, webpack.after.onPay),
  same('webpack: an awaited method, called by a nameless function', webpack.before.onShow, webpack.after.onShow),
  same('webpack: numbered chunks', webpack.before.onTree, webpack.after.onTree),
  same('webpack: a part loaded late', webpack.before.onPanel, webpack.after.onPanel),
  same('another bundler, the same names left', vite.before.onPay, rollup.after.onPay),

  different('two handlers of one bundle, two properties missing', vite.before.onPay, vite.before.onRedeem),
  different('one type, two methods', vite.before.onRedeem, vite.before.onShow),
  different(
    'a handler’s own fault is not that of the method it calls',
    esbuild.before.onSubmit,
    esbuild.before.onRedeem,
  ),
  different('a stack overflow is no endless list', rollup.before.onOverflow, rollup.before.onTree),
  different(
    'the same fault caught and wrapped is another one: somebody handles it there',
    vite.before.onPay,
    vite.before.onCheckout,
  ),
  different('another type, thrown on purpose', webpack.before.onPanel, webpack.before.onTree),
  different(
    'known weakness: a call more was written into its caller, so that Chrome’s ten calls reach one handler further up',
    webpack.before.onCheckout,
    webpack.after.onCheckout,
  ),
];
