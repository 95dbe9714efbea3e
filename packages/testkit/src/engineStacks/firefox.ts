import type { EngineStacks } from './faults.js';

/** Stacks of Firefox 153 on Linux. */
export const firefoxStacks: EngineStacks = {
  custom: {
    type: 'CartError',
    message: 'custom',
    stack:
      'CartError@https://shop.example/shop.js:1:1\ncustom@https://shop.example/shop.js:14:18\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  customNamed: {
    type: 'NamedError',
    message: 'x',
    stack:
      'NamedError@https://shop.example/shop.js:2:50\ncustomNamed@https://shop.example/shop.js:15:23\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  customDeep: {
    type: 'Error',
    message: 'deep',
    stack:
      'CartError@https://shop.example/shop.js:1:1\nDeep@https://shop.example/shop.js:8:1\ncustomDeep@https://shop.example/shop.js:16:22\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  derived: {
    type: 'Error',
    message: 'base',
    stack:
      'init@https://shop.example/shop.js:3:58\nBase@https://shop.example/shop.js:3:34\nShop@https://shop.example/shop.js:4:1\nderived@https://shop.example/shop.js:17:13\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  field: {
    type: 'Error',
    message: 'field',
    stack:
      'fail@https://shop.example/shop.js:9:25\n@https://shop.example/shop.js:5:23\nField@https://shop.example/shop.js:5:1\nFancy@https://shop.example/shop.js:6:1\nfield@https://shop.example/shop.js:18:11\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  method: {
    type: 'TypeError',
    message: 'method',
    stack:
      'open@https://shop.example/shop.js:10:28\nmethod@https://shop.example/shop.js:19:17\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  getter: {
    type: 'Error',
    message: 'getter',
    stack:
      'get price@https://shop.example/shop.js:10:116\ngetter@https://shop.example/shop.js:21:12\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  oldConstructor: {
    type: 'TypeError',
    message: 'can\'t access property "y" of undefined',
    stack:
      'Old@https://shop.example/shop.js:11:17\noldConstructor@https://shop.example/shop.js:23:20\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  callback: {
    type: 'Error',
    message: 'callback',
    stack:
      'callback/<@https://shop.example/shop.js:25:40\ncallback@https://shop.example/shop.js:25:18\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  arrow: {
    type: 'Error',
    message: 'arrow',
    stack:
      'fail@https://shop.example/shop.js:9:25\narrow/<@https://shop.example/shop.js:26:35\narrow@https://shop.example/shop.js:26:15\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  replace: {
    type: 'Error',
    message: 'replace',
    stack:
      'fail@https://shop.example/shop.js:9:25\nreplace/<@https://shop.example/shop.js:28:40\nreplace@https://shop.example/shop.js:28:17\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  json: {
    type: 'Error',
    message: 'json',
    stack:
      'fail@https://shop.example/shop.js:9:25\ntoJSON@https://shop.example/shop.js:30:41\njson@https://shop.example/shop.js:30:15\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  evaluated: {
    type: 'Error',
    message: 'eval',
    stack:
      'fail@https://shop.example/shop.js:9:25\ninner@https://shop.example/shop.js line 31 > eval:1:24\n@https://shop.example/shop.js line 31 > eval:1:35\nevaluated@https://shop.example/shop.js:31:15\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  functioned: {
    type: 'Error',
    message: 'function',
    stack:
      'fail@https://shop.example/shop.js:9:25\nanonymous@https://shop.example/shop.js line 32 > Function:3:5\nfunctioned@https://shop.example/shop.js:32:48\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  generator: {
    type: 'Error',
    message: 'generator',
    stack:
      'fail@https://shop.example/shop.js:9:25\ng@https://shop.example/shop.js:33:34\ngenerator@https://shop.example/shop.js:33:64\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  anonymousClass: {
    type: 'Error',
    message: 'anonymous class',
    stack:
      'fail@https://shop.example/shop.js:9:25\n@https://shop.example/shop.js:36:52\nanonymousClass@https://shop.example/shop.js:36:20\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  privateMethod: {
    type: 'Error',
    message: 'private',
    stack:
      'fail@https://shop.example/shop.js:9:25\n#p@https://shop.example/shop.js:38:39\ngo@https://shop.example/shop.js:38:67\nprivateMethod@https://shop.example/shop.js:38:83\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  bound: {
    type: 'Error',
    message: 'bound',
    stack:
      'fail@https://shop.example/shop.js:9:25\nbound@https://shop.example/shop.js:39:34\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  recursion: {
    type: 'Error',
    message: 'recursion',
    stack:
      'fail@https://shop.example/shop.js:9:25\nf@https://shop.example/shop.js:41:55\nf@https://shop.example/shop.js:41:39\nf@https://shop.example/shop.js:41:39\nf@https://shop.example/shop.js:41:39\nrecursion@https://shop.example/shop.js:41:72\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  domException: {
    type: 'SyntaxError',
    message: "Document.querySelector: '%' is not a valid selector",
    stack:
      'domException@https://shop.example/shop.js:42:27\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  nullRead: {
    type: 'TypeError',
    message: 'can\'t access property "x" of null',
    stack:
      'nullRead@https://shop.example/shop.js:43:14\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
  },
  asynchronous: {
    type: 'Error',
    message: 'async',
    stack: 'fail@https://shop.example/shop.js:9:25\nasynchronous@https://shop.example/shop.js:47:40\n',
  },
  event: {
    type: 'Error',
    message: 'event',
    stack:
      'fail@https://shop.example/shop.js:9:25\nhandler@https://shop.example/shop.js:51:120\nevent/<@https://shop.example/shop.js:51:157\nevent@https://shop.example/shop.js:51:18\ncollect@https://shop.example/shop.js:63:98\n',
  },
  cross: {
    type: 'Error',
    message: 'module',
    stack:
      'helper@https://shop.example/module.js:2:30\ngo@https://shop.example/module.js:1:23\ncross/<@https://shop.example/shop.js:52:52\n',
  },
  moduleTop: { type: 'Error', message: 'top', stack: '@https://shop.example/top.js:1:7\n' },
  emptyMessage: {
    type: 'CartError',
    message: '',
    stack:
      'CartError@https://shop.example/shop.js:1:1\nemptyMessage@https://shop.example/shop.js:60:24\ncollect@https://shop.example/shop.js:63:98\n',
  },
  multiline: {
    type: 'CartError',
    message: 'a\nb@http://x/y.js:1:2',
    stack:
      'CartError@https://shop.example/shop.js:1:1\nmultiline@https://shop.example/shop.js:61:21\ncollect@https://shop.example/shop.js:63:98\n',
  },
  customElement: {
    type: 'Error',
    message: 'element',
    stack:
      'fail@https://shop.example/shop.js:9:25\nE@https://shop.example/shop.js:59:77\ncustomElement@https://shop.example/shop.js:59:127\ncollect@https://shop.example/shop.js:63:98\n',
  },
};
