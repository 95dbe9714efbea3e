import type { EngineStacks } from './faults.js';

/** Stacks of Chromium 156 on Linux. */
export const chromiumStacks: EngineStacks = {
  custom: {
    type: 'CartError',
    message: 'custom',
    stack:
      'Error: custom\n    at custom (https://shop.example/shop.js:14:18)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  customNamed: {
    type: 'NamedError',
    message: 'x',
    stack:
      'NamedError: x\n    at customNamed (https://shop.example/shop.js:15:23)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  customDeep: {
    type: 'Error',
    message: 'deep',
    stack:
      'Error: deep\n    at customDeep (https://shop.example/shop.js:16:22)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  derived: {
    type: 'Error',
    message: 'base',
    stack:
      'Error: base\n    at Shop.init (https://shop.example/shop.js:3:58)\n    at new Base (https://shop.example/shop.js:3:34)\n    at new Shop (https://shop.example/shop.js:4:1)\n    at derived (https://shop.example/shop.js:17:13)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  field: {
    type: 'Error',
    message: 'field',
    stack:
      'Error: field\n    at fail (https://shop.example/shop.js:9:25)\n    at <instance_members_initializer> (https://shop.example/shop.js:5:23)\n    at new Field (https://shop.example/shop.js:5:1)\n    at new Fancy (https://shop.example/shop.js:6:1)\n    at field (https://shop.example/shop.js:18:11)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  method: {
    type: 'TypeError',
    message: 'method',
    stack:
      'TypeError: method\n    at Object.open (https://shop.example/shop.js:10:28)\n    at method (https://shop.example/shop.js:19:17)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  getter: {
    type: 'Error',
    message: 'getter',
    stack:
      'Error: getter\n    at get price (https://shop.example/shop.js:10:116)\n    at getter (https://shop.example/shop.js:21:17)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  oldConstructor: {
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'y')",
    stack:
      "TypeError: Cannot read properties of undefined (reading 'y')\n    at new Old (https://shop.example/shop.js:11:36)\n    at oldConstructor (https://shop.example/shop.js:23:20)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1",
  },
  callback: {
    type: 'Error',
    message: 'callback',
    stack:
      'Error: callback\n    at https://shop.example/shop.js:25:40\n    at Array.map (<anonymous>)\n    at callback (https://shop.example/shop.js:25:18)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  arrow: {
    type: 'Error',
    message: 'arrow',
    stack:
      'Error: arrow\n    at fail (https://shop.example/shop.js:9:25)\n    at https://shop.example/shop.js:26:31\n    at Array.forEach (<anonymous>)\n    at arrow (https://shop.example/shop.js:26:15)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  replace: {
    type: 'Error',
    message: 'replace',
    stack:
      'Error: replace\n    at fail (https://shop.example/shop.js:9:25)\n    at https://shop.example/shop.js:28:36\n    at String.replace (<anonymous>)\n    at replace (https://shop.example/shop.js:28:17)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  json: {
    type: 'Error',
    message: 'json',
    stack:
      'Error: json\n    at fail (https://shop.example/shop.js:9:25)\n    at Object.toJSON (https://shop.example/shop.js:30:37)\n    at JSON.stringify (<anonymous>)\n    at json (https://shop.example/shop.js:30:15)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  evaluated: {
    type: 'Error',
    message: 'eval',
    stack:
      'Error: eval\n    at fail (https://shop.example/shop.js:9:25)\n    at inner (eval at evaluated (https://shop.example/shop.js:31:15), <anonymous>:1:20)\n    at eval (eval at evaluated (https://shop.example/shop.js:31:15), <anonymous>:1:35)\n    at evaluated (https://shop.example/shop.js:31:15)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  functioned: {
    type: 'Error',
    message: 'function',
    stack:
      'Error: function\n    at fail (https://shop.example/shop.js:9:25)\n    at eval (eval at functioned (https://shop.example/shop.js:32:16), <anonymous>:3:1)\n    at functioned (https://shop.example/shop.js:32:48)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  generator: {
    type: 'Error',
    message: 'generator',
    stack:
      'Error: generator\n    at fail (https://shop.example/shop.js:9:25)\n    at g (https://shop.example/shop.js:33:30)\n    at g.next (<anonymous>)\n    at generator (https://shop.example/shop.js:33:64)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  anonymousClass: {
    type: 'Error',
    message: 'anonymous class',
    stack:
      'Error: anonymous class\n    at fail (https://shop.example/shop.js:9:25)\n    at new <anonymous> (https://shop.example/shop.js:36:48)\n    at anonymousClass (https://shop.example/shop.js:36:20)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  privateMethod: {
    type: 'Error',
    message: 'private',
    stack:
      'Error: private\n    at fail (https://shop.example/shop.js:9:25)\n    at #p (https://shop.example/shop.js:38:35)\n    at S.go (https://shop.example/shop.js:38:67)\n    at privateMethod (https://shop.example/shop.js:38:83)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  bound: {
    type: 'Error',
    message: 'bound',
    stack:
      'Error: bound\n    at fail (https://shop.example/shop.js:9:25)\n    at bound (https://shop.example/shop.js:39:34)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  recursion: {
    type: 'Error',
    message: 'recursion',
    stack:
      'Error: recursion\n    at fail (https://shop.example/shop.js:9:25)\n    at f (https://shop.example/shop.js:41:51)\n    at f (https://shop.example/shop.js:41:38)\n    at f (https://shop.example/shop.js:41:38)\n    at f (https://shop.example/shop.js:41:38)\n    at recursion (https://shop.example/shop.js:41:72)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
  },
  domException: {
    type: 'SyntaxError',
    message: "Failed to execute 'querySelector' on 'Document': '%' is not a valid selector.",
    stack:
      "SyntaxError: Failed to execute 'querySelector' on 'Document': '%' is not a valid selector.\n    at domException (https://shop.example/shop.js:42:27)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1",
  },
  nullRead: {
    type: 'TypeError',
    message: "Cannot read properties of null (reading 'x')",
    stack:
      "TypeError: Cannot read properties of null (reading 'x')\n    at nullRead (https://shop.example/shop.js:43:19)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1",
  },
  asynchronous: {
    type: 'Error',
    message: 'async',
    stack:
      'Error: async\n    at fail (https://shop.example/shop.js:9:25)\n    at asynchronous (https://shop.example/shop.js:47:36)\n    at async collect (https://shop.example/shop.js:63:92)',
  },
  event: {
    type: 'Error',
    message: 'event',
    stack:
      'Error: event\n    at fail (https://shop.example/shop.js:9:25)\n    at EventTarget.handler (https://shop.example/shop.js:51:116)\n    at https://shop.example/shop.js:51:157\n    at new Promise (<anonymous>)\n    at event (https://shop.example/shop.js:51:18)\n    at collect (https://shop.example/shop.js:63:98)',
  },
  cross: {
    type: 'Error',
    message: 'module',
    stack:
      'Error: module\n    at helper (https://shop.example/module.js:2:30)\n    at Module.go (https://shop.example/module.js:1:23)\n    at https://shop.example/shop.js:52:52\n    at async collect (https://shop.example/shop.js:63:92)',
  },
  moduleTop: { type: 'Error', message: 'top', stack: 'Error: top\n    at https://shop.example/top.js:1:7' },
  emptyMessage: {
    type: 'CartError',
    message: '',
    stack:
      'Error\n    at emptyMessage (https://shop.example/shop.js:60:24)\n    at collect (https://shop.example/shop.js:63:98)',
  },
  multiline: {
    type: 'CartError',
    message: 'a\nb@http://x/y.js:1:2',
    stack:
      'Error: a\nb@http://x/y.js:1:2\n    at multiline (https://shop.example/shop.js:61:21)\n    at collect (https://shop.example/shop.js:63:98)',
  },
  customElement: {
    type: 'Error',
    message: 'element',
    stack:
      'Error: element\n    at fail (https://shop.example/shop.js:9:25)\n    at new E (https://shop.example/shop.js:59:73)\n    at customElement (https://shop.example/shop.js:59:127)\n    at collect (https://shop.example/shop.js:63:98)',
  },
};
