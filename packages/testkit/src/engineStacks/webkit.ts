import type { EngineStacks } from './faults.js';

/** Stacks of WebKitGTK 2.50 on Linux. */
export const webkitStacks: EngineStacks = {
  custom: {
    type: 'CartError',
    message: 'custom',
    stack:
      'CartError@\ncustom@https://shop.example/shop.js:14:31\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  customNamed: {
    type: 'NamedError',
    message: 'x',
    stack:
      'NamedError@https://shop.example/shop.js:2:55\ncustomNamed@https://shop.example/shop.js:15:37\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  customDeep: {
    type: 'Error',
    message: 'deep',
    stack:
      'CartError@\nDeep@\ncustomDeep@https://shop.example/shop.js:16:30\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  derived: {
    type: 'Error',
    message: 'base',
    stack:
      'init@https://shop.example/shop.js:3:67\nBase@https://shop.example/shop.js:3:38\nShop@\nderived@https://shop.example/shop.js:17:21\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  field: {
    type: 'Error',
    message: 'field',
    stack:
      'fail@https://shop.example/shop.js:9:34\nField@\nFancy@\nfield@https://shop.example/shop.js:18:20\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  method: {
    type: 'TypeError',
    message: 'method',
    stack:
      'open@https://shop.example/shop.js:10:41\nmethod@https://shop.example/shop.js:19:21\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  getter: {
    type: 'Error',
    message: 'getter',
    stack:
      'price@https://shop.example/shop.js:10:125\ngetter@https://shop.example/shop.js:21:16\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  oldConstructor: {
    type: 'TypeError',
    message: "undefined is not an object (evaluating 'undefined.y')",
    stack:
      'Old@https://shop.example/shop.js:11:35\noldConstructor@https://shop.example/shop.js:23:27\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  callback: {
    type: 'Error',
    message: 'callback',
    stack:
      '@https://shop.example/shop.js:25:49\nmap@[native code]\ncallback@https://shop.example/shop.js:25:21\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  arrow: {
    type: 'Error',
    message: 'arrow',
    stack:
      'fail@https://shop.example/shop.js:9:34\n@https://shop.example/shop.js:26:35\nforEach@[native code]\narrow@https://shop.example/shop.js:26:22\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  replace: {
    type: 'Error',
    message: 'replace',
    stack:
      'fail@https://shop.example/shop.js:9:34\n@https://shop.example/shop.js:28:40\nanonymous@[native code]\nreplace@https://shop.example/shop.js:28:24\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  json: {
    type: 'Error',
    message: 'json',
    stack:
      'fail@https://shop.example/shop.js:9:34\ntoJSON@https://shop.example/shop.js:30:41\nstringify@[native code]\njson@https://shop.example/shop.js:30:24\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  evaluated: {
    type: 'Error',
    message: 'eval',
    stack:
      'fail@https://shop.example/shop.js:9:34\ninner@\neval code@\neval@[native code]\nevaluated@https://shop.example/shop.js:31:19\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  functioned: {
    type: 'Error',
    message: 'function',
    stack:
      'fail@https://shop.example/shop.js:9:34\nanonymous@\nfunctioned@https://shop.example/shop.js:32:48\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  generator: {
    type: 'Error',
    message: 'generator',
    stack:
      'fail@https://shop.example/shop.js:9:34\ng@https://shop.example/shop.js:33:34\ngenerator@https://shop.example/shop.js:33:65\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  anonymousClass: {
    type: 'Error',
    message: 'anonymous class',
    stack:
      'fail@https://shop.example/shop.js:9:34\n@https://shop.example/shop.js:36:52\nanonymousClass@https://shop.example/shop.js:36:77\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  privateMethod: {
    type: 'Error',
    message: 'private',
    stack:
      'fail@https://shop.example/shop.js:9:34\n#p@https://shop.example/shop.js:38:39\ngo@https://shop.example/shop.js:38:67\nprivateMethod@https://shop.example/shop.js:38:85\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  bound: {
    type: 'Error',
    message: 'bound',
    stack:
      'fail@https://shop.example/shop.js:9:34\nbound@https://shop.example/shop.js:39:34\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  recursion: {
    type: 'Error',
    message: 'recursion',
    stack:
      'fail@https://shop.example/shop.js:9:34\nf@https://shop.example/shop.js:41:55\nf@https://shop.example/shop.js:41:39\nf@https://shop.example/shop.js:41:39\nf@https://shop.example/shop.js:41:39\nrecursion@https://shop.example/shop.js:41:72\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  domException: {
    type: 'SyntaxError',
    message: "'%' is not a valid selector.",
    stack:
      'querySelector@[native code]\ndomException@https://shop.example/shop.js:42:40\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  nullRead: {
    type: 'TypeError',
    message: "null is not an object (evaluating 'null.x')",
    stack:
      'nullRead@https://shop.example/shop.js:43:18\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
  },
  asynchronous: {
    type: 'Error',
    message: 'async',
    stack: 'fail@https://shop.example/shop.js:9:34\nasynchronous@https://shop.example/shop.js:47:40',
  },
  event: {
    type: 'Error',
    message: 'event',
    stack:
      'fail@https://shop.example/shop.js:9:34\nhandler@https://shop.example/shop.js:51:120\ndispatchEvent@[native code]\n@https://shop.example/shop.js:51:170\nPromise@[native code]\nevent@https://shop.example/shop.js:51:29\ncollect@https://shop.example/shop.js:63:99',
  },
  cross: {
    type: 'Error',
    message: 'module',
    stack:
      'helper@https://shop.example/module.js:2:39\ngo@https://shop.example/module.js:1:29\n@https://shop.example/shop.js:52:54',
  },
  moduleTop: { type: 'Error', message: 'top', stack: 'module code@https://shop.example/top.js:1:16' },
  emptyMessage: {
    type: 'CartError',
    message: '',
    stack: 'CartError@\nemptyMessage@https://shop.example/shop.js:60:37\ncollect@https://shop.example/shop.js:63:99',
  },
  multiline: {
    type: 'CartError',
    message: 'a\nb@http://x/y.js:1:2',
    stack: 'CartError@\nmultiline@https://shop.example/shop.js:61:34\ncollect@https://shop.example/shop.js:63:99',
  },
  customElement: {
    type: 'Error',
    message: 'element',
    stack:
      'fail@https://shop.example/shop.js:9:34\nE@https://shop.example/shop.js:59:77\ncustomElement@https://shop.example/shop.js:59:132\ncollect@https://shop.example/shop.js:63:99',
  },
};
