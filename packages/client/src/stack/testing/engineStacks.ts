import type { PrintedStack } from './printedStacks.js';

/** One page run in Chromium 156, Firefox 153 and WebKitGTK 2.50: stacks as they printed them, with the page's origin replaced. */
export const engineStacks: readonly PrintedStack[] = [
  {
    name: 'custom in chromium',
    stack:
      'Error: custom\n    at custom (https://shop.example/shop.js:14:18)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
    frames: [
      'custom@https://shop.example/shop.js:14:18',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'custom in firefox',
    stack:
      'CartError@https://shop.example/shop.js:1:1\ncustom@https://shop.example/shop.js:14:18\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
    frames: [
      'CartError@https://shop.example/shop.js:1:1',
      'custom@https://shop.example/shop.js:14:18',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'custom in webkit',
    stack:
      'CartError@\ncustom@https://shop.example/shop.js:14:31\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
    frames: [
      'CartError@<anonymous>',
      'custom@https://shop.example/shop.js:14:31',
      'collect@https://shop.example/shop.js:63:99',
      'collect@https://shop.example/shop.js:63:238',
      'global code@https://shop.example/shop.js:65:8',
    ],
  },
  {
    name: 'customDeep in chromium',
    stack:
      'Error: deep\n    at customDeep (https://shop.example/shop.js:16:22)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
    frames: [
      'customDeep@https://shop.example/shop.js:16:22',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'customDeep in firefox',
    stack:
      'CartError@https://shop.example/shop.js:1:1\nDeep@https://shop.example/shop.js:8:1\ncustomDeep@https://shop.example/shop.js:16:22\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
    frames: [
      'CartError@https://shop.example/shop.js:1:1',
      'Deep@https://shop.example/shop.js:8:1',
      'customDeep@https://shop.example/shop.js:16:22',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'customDeep in webkit',
    stack:
      'CartError@\nDeep@\ncustomDeep@https://shop.example/shop.js:16:30\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
    frames: [
      'CartError@<anonymous>',
      'Deep@<anonymous>',
      'customDeep@https://shop.example/shop.js:16:30',
      'collect@https://shop.example/shop.js:63:99',
      'collect@https://shop.example/shop.js:63:238',
      'global code@https://shop.example/shop.js:65:8',
    ],
  },
  {
    name: 'derived in chromium',
    stack:
      'Error: base\n    at Shop.init (https://shop.example/shop.js:3:58)\n    at new Base (https://shop.example/shop.js:3:34)\n    at new Shop (https://shop.example/shop.js:4:1)\n    at derived (https://shop.example/shop.js:17:13)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
    frames: [
      'Shop.init@https://shop.example/shop.js:3:58',
      'new Base@https://shop.example/shop.js:3:34',
      'new Shop@https://shop.example/shop.js:4:1',
      'derived@https://shop.example/shop.js:17:13',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'derived in firefox',
    stack:
      'init@https://shop.example/shop.js:3:58\nBase@https://shop.example/shop.js:3:34\nShop@https://shop.example/shop.js:4:1\nderived@https://shop.example/shop.js:17:13\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
    frames: [
      'init@https://shop.example/shop.js:3:58',
      'Base@https://shop.example/shop.js:3:34',
      'Shop@https://shop.example/shop.js:4:1',
      'derived@https://shop.example/shop.js:17:13',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'derived in webkit',
    stack:
      'init@https://shop.example/shop.js:3:67\nBase@https://shop.example/shop.js:3:38\nShop@\nderived@https://shop.example/shop.js:17:21\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
    frames: [
      'init@https://shop.example/shop.js:3:67',
      'Base@https://shop.example/shop.js:3:38',
      'Shop@<anonymous>',
      'derived@https://shop.example/shop.js:17:21',
      'collect@https://shop.example/shop.js:63:99',
      'collect@https://shop.example/shop.js:63:238',
      'global code@https://shop.example/shop.js:65:8',
    ],
  },
  {
    name: 'recursion in chromium',
    stack:
      'Error: recursion\n    at fail (https://shop.example/shop.js:9:25)\n    at f (https://shop.example/shop.js:41:51)\n    at f (https://shop.example/shop.js:41:38)\n    at f (https://shop.example/shop.js:41:38)\n    at f (https://shop.example/shop.js:41:38)\n    at recursion (https://shop.example/shop.js:41:72)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
    frames: [
      'fail@https://shop.example/shop.js:9:25',
      'f@https://shop.example/shop.js:41:51',
      'f@https://shop.example/shop.js:41:38',
      'f@https://shop.example/shop.js:41:38',
      'f@https://shop.example/shop.js:41:38',
      'recursion@https://shop.example/shop.js:41:72',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'recursion in firefox',
    stack:
      'fail@https://shop.example/shop.js:9:25\nf@https://shop.example/shop.js:41:55\nf@https://shop.example/shop.js:41:39\nf@https://shop.example/shop.js:41:39\nf@https://shop.example/shop.js:41:39\nrecursion@https://shop.example/shop.js:41:72\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
    frames: [
      'fail@https://shop.example/shop.js:9:25',
      'f@https://shop.example/shop.js:41:55',
      'f@https://shop.example/shop.js:41:39',
      'f@https://shop.example/shop.js:41:39',
      'f@https://shop.example/shop.js:41:39',
      'recursion@https://shop.example/shop.js:41:72',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'recursion in webkit',
    stack:
      'fail@https://shop.example/shop.js:9:34\nf@https://shop.example/shop.js:41:55\nf@https://shop.example/shop.js:41:39\nf@https://shop.example/shop.js:41:39\nf@https://shop.example/shop.js:41:39\nrecursion@https://shop.example/shop.js:41:72\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
    frames: [
      'fail@https://shop.example/shop.js:9:34',
      'f@https://shop.example/shop.js:41:55',
      'f@https://shop.example/shop.js:41:39',
      'f@https://shop.example/shop.js:41:39',
      'f@https://shop.example/shop.js:41:39',
      'recursion@https://shop.example/shop.js:41:72',
      'collect@https://shop.example/shop.js:63:99',
      'collect@https://shop.example/shop.js:63:238',
      'global code@https://shop.example/shop.js:65:8',
    ],
  },
  {
    name: 'callback in chromium',
    stack:
      'Error: callback\n    at https://shop.example/shop.js:25:40\n    at Array.map (<anonymous>)\n    at callback (https://shop.example/shop.js:25:18)\n    at collect (https://shop.example/shop.js:63:98)\n    at https://shop.example/shop.js:65:1',
    frames: [
      '@https://shop.example/shop.js:25:40',
      'Array.map@<anonymous>',
      'callback@https://shop.example/shop.js:25:18',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'callback in firefox',
    stack:
      'callback/<@https://shop.example/shop.js:25:40\ncallback@https://shop.example/shop.js:25:18\ncollect@https://shop.example/shop.js:63:98\n@https://shop.example/shop.js:65:1\n',
    frames: [
      'callback/<@https://shop.example/shop.js:25:40',
      'callback@https://shop.example/shop.js:25:18',
      'collect@https://shop.example/shop.js:63:98',
      '@https://shop.example/shop.js:65:1',
    ],
  },
  {
    name: 'callback in webkit',
    stack:
      '@https://shop.example/shop.js:25:49\nmap@[native code]\ncallback@https://shop.example/shop.js:25:21\ncollect@https://shop.example/shop.js:63:99\ncollect@https://shop.example/shop.js:63:238\nglobal code@https://shop.example/shop.js:65:8',
    frames: [
      '@https://shop.example/shop.js:25:49',
      'map@[native code]',
      'callback@https://shop.example/shop.js:25:21',
      'collect@https://shop.example/shop.js:63:99',
      'collect@https://shop.example/shop.js:63:238',
      'global code@https://shop.example/shop.js:65:8',
    ],
  },
];
