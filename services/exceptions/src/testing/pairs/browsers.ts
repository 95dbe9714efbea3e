import { different, same, type Pair, type Sent } from './pair.js';

const error = (message: string, stack: string, type = 'TypeError'): Sent => ({ type, message, stack });

// The published fixtures of error-stack-parser and Sentry's browser SDK: each group is one page run in several browsers.
const file = 'http://path/to/file.js';
const undef = {
  chrome: error(
    "Cannot read property 'undef' of null",
    `TypeError: Cannot read property 'undef' of null\n    at ${file}:47:22\n    at foo (${file}:52:15)\n    at bar (${file}:108:168)`,
  ),
  safari7: error(
    "'null' is not an object (evaluating 'x.undef')",
    `${file}:48:22\nfoo@${file}:52:15\nbar@${file}:108:107`,
  ),
  safari8: error(
    "null is not an object (evaluating 'x.undef')",
    `${file}:47:22\nfoo@${file}:52:15\nbar@${file}:108:23`,
  ),
  explorer: error(
    "Unable to get property 'undef' of undefined or null reference",
    `TypeError: Unable to get property 'undef' of undefined or null reference\n   at Anonymous function (${file}:47:21)\n   at foo (${file}:45:13)\n   at bar (${file}:108:1)`,
  ),
};
const clicked = {
  firefox14: error('x is null', `@${file}:48\ndumpException3@${file}:52\nonclick@${file}:1\n`),
  safari6: error(
    "'null' is not an object (evaluating 'x.undef')",
    `@${file}:48\ndumpException3@${file}:52\nonclick@${file}:82\n[native code]`,
  ),
};
const page = 'http://localhost:5000/test';
const mapped = {
  chrome: error(
    'test',
    `Error: test\n    at fooIterator (${page}:20:17)\n    at Array.map (<anonymous>)\n    at foo (${page}:19:19)\n    at ${page}:24:7`,
    'Error',
  ),
  edge: error(
    'test',
    `Error: test\n    at fooIterator (${page}:20:11)\n    at Array.prototype.map (native code)\n    at foo (${page}:19:9)\n    at Global code (${page}:24:7)`,
    'Error',
  ),
  firefox: error('test', `fooIterator@${page}:20:17\nfoo@${page}:19:19\n@${page}:24:7`, 'Error'),
  safari: error(
    'test',
    `fooIterator@${page}:20:26\nmap@[native code]\nfoo@${page}:19:22\nglobal code@${page}:24:10`,
    'Error',
  ),
};
const home = 'http://localhost:5000/';
const evaluated = {
  chrome: error(
    'aha',
    `Error: aha\n    at Object.aha (${home}:19:13)\n    at callAnotherThing (${home}:20:16)\n    at Object.callback (${home}:25:7)\n    at ${home}:34:17\n    at Array.map (<anonymous>)\n    at test (${home}:33:23)\n    at eval (eval at aha (${home}:37:5), <anonymous>:1:1)\n    at aha (${home}:39:5)\n    at Foo.testMethod (${home}:44:7)\n    at ${home}:50:19`,
    'Error',
  ),
  firefox: error(
    'aha',
    `aha@${home}:19:13\ncallAnotherThing@${home}:20:15\ncallback@${home}:25:7\ntest/<@${home}:34:7\ntest@${home}:33:23\n@${home} line 39 > eval:1:1\naha@${home}:39:5\ntestMethod@${home}:44:7\n@${home}:50:19`,
    'Error',
  ),
  safari: error(
    'aha',
    `aha@${home}:19:22\naha@[native code]\ncallAnotherThing@${home}:20:16\ncallback@${home}:25:23\n${home}:34:25\nmap@[native code]\ntest@${home}:33:26\neval code\neval@[native code]\naha@${home}:39:9\ntestMethod@${home}:44:10\n${home}:50:29`,
    'Error',
  ),
};
const native = 'index.android.bundle';
const pressed = {
  v8: error(
    'x',
    `Error: x\n    at Object.onPress(${native}:2342:3773)\n    at s.touchableHandlePress(${native}:214:2048)`,
    'Error',
  ),
  core: error('x', `onPress@${native}:12:2336\ntouchableHandlePress@${native}:258:1497\n[native code]`, 'Error'),
  hermes: error(
    'x',
    `at onPress (address at ${native}:1:452701)\nat touchableHandlePress (address at ${native}:1:224280)\nat apply (native)`,
    'Error',
  ),
};
const bundle = 'https://www.random_website.com/main.4a4119c3cdfd10266d84.js';

/** One fault in several browsers: engines spell functions, builtins and messages in their own way. */
export const browsers: readonly Pair[] = [
  same('Chrome and Safari: a function without a name has none', undef.chrome, undef.safari7),
  same('two versions of Safari', undef.safari7, undef.safari8),
  same('Chrome and Internet Explorer: `Anonymous function`', undef.chrome, undef.explorer),
  same('Firefox and Safari: `[native code]` at the end', clicked.firefox14, clicked.safari6),
  different('a handler and a function called otherwise, though the same line throws', undef.safari7, clicked.safari6),
  same('Chrome and Firefox: only Chrome shows `Array.map`', mapped.chrome, mapped.firefox),
  same('Firefox and Safari: `global code`', mapped.firefox, mapped.safari),
  same('Safari and Edge: `Global code`, `Array.prototype.map`', mapped.safari, mapped.edge),
  same('Chrome and Firefox: evaluated code, `Foo.testMethod`, `test/<`', evaluated.chrome, evaluated.firefox),
  same('Firefox and Safari: evaluated code without an address', evaluated.firefox, evaluated.safari),
  different('the same functions at the bottom, another one threw', mapped.firefox, evaluated.firefox),
  same('React Native: V8 and JavaScriptCore', pressed.v8, pressed.core),
  same('React Native: JavaScriptCore and Hermes', pressed.core, pressed.hermes),
  same(
    'a minified bundle: Chrome names the receiver, Firefox does not, and both have words of their own for what was missing',
    error(
      "Cannot read properties of undefined (reading 'rows')",
      `TypeError: x\n    at t (${bundle}:1:5)\n    at e.handleProfileResult (${bundle}:146:1018410)`,
    ),
    error(
      'can\'t access property "rows", e.props is undefined',
      `us@${bundle}:1:7\nhandleProfileResult@${bundle}:146:1018410\n`,
    ),
  ),
  same(
    'a getter',
    error('x', `TypeError: x\n    at get total [as total] (${file}:1:2)`),
    error('x', `get total@${file}:1:2`),
  ),
  same(
    'a class’s constructor',
    error('x', `TypeError: x\n    at new Store (${file}:1:2)`),
    error('x', `Store@${file}:1:2`),
  ),
  same(
    'a private method',
    error('x', `TypeError: x\n    at Store.#load (${file}:1:2)`),
    error('x', `#load@${file}:1:2`),
  ),
  same(
    'a stack overflow is a RangeError here and an InternalError there',
    error('Maximum call stack size exceeded', `RangeError: x\n    at walk (${file}:1:2)`, 'RangeError'),
    error('too much recursion', `walk@${file}:1:2`, 'InternalError'),
  ),
];
