import type { PrintedStack } from './v8Stacks.js';

/** Node: captured from Node 20 for the most part; some rows are written in its format. */
export const nodeStacks: readonly PrintedStack[] = [
  {
    name: 'a module',
    stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (file:///srv/shop/current/main.mjs:8:21)
    at file:///srv/shop/current/main.mjs:11:56
    at get total [as total] (file:///srv/shop/current/main.mjs:25:12)
    at Timeout.go [as _onTimeout] (file:///srv/shop/current/main.mjs:107:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    frames: [
      'lineTotal@file:///srv/shop/current/main.mjs:8:21',
      '@file:///srv/shop/current/main.mjs:11:56',
      'get total [as total]@file:///srv/shop/current/main.mjs:25:12',
      'Timeout.go [as _onTimeout]@file:///srv/shop/current/main.mjs:107:41',
      '~listOnTimeout@node:internal/timers:581:17',
      '~process.processTimers@node:internal/timers:519:7',
    ],
  },
  {
    name: 'CommonJS',
    stack: `Error: x
    at new Store (/srv/app/store.js:3:9)
    at Object.<anonymous> (/srv/app/index.js:1:7)
    at Layer.handle [as handle_request] (/srv/app/node_modules/express/lib/router/layer.js:95:5)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)
    at node:internal/main/run_main_module:36:49`,
    frames: [
      'new Store@/srv/app/store.js:3:9',
      'Object.<anonymous>@/srv/app/index.js:1:7',
      '~Layer.handle [as handle_request]@/srv/app/node_modules/express/lib/router/layer.js:95:5',
      '~Module._compile@node:internal/modules/cjs/loader:1554:14',
      '~@node:internal/main/run_main_module:36:49',
    ],
  },
  {
    name: 'asynchronous calls',
    stack: `Error: x
    at async CartStore.refresh (file:///srv/shop/store.js:12:5)
    at async Promise.all (index 1)
    at async file:///srv/shop/main.js:20:3`,
    frames: [
      'CartStore.refresh@file:///srv/shop/store.js:12:5',
      '~Promise.all@<anonymous>:null:null',
      '@file:///srv/shop/main.js:20:3',
    ],
  },
  {
    name: 'Windows',
    stack: `Error: x
    at load (C:\\Program Files (x86)\\shop\\server.js:10:5)
    at load (file:///C:/shop/server.mjs:10:5)
    at wrap (C:\\shop\\node_modules\\koa\\index.js:1:2)`,
    frames: [
      'load@C:\\Program Files (x86)\\shop\\server.js:10:5',
      'load@file:///C:/shop/server.mjs:10:5',
      '~wrap@C:\\shop\\node_modules\\koa\\index.js:1:2',
    ],
  },
  {
    name: 'Node 10: its own modules without a scheme',
    stack: `Error: getaddrinfo ENOTFOUND a.b
    at GetAddrInfoReqWrap.onlookup [as oncomplete] (dns.js:56:26)
    at emitErrorNT (internal/streams/destroy.js:91:8)
    at process._tickCallback (internal/process/next_tick.js:63:19)
    at Function.Module.runMain (module.js:606:10)`,
    frames: [
      '~GetAddrInfoReqWrap.onlookup [as oncomplete]@dns.js:56:26',
      '~emitErrorNT@internal/streams/destroy.js:91:8',
      '~process._tickCallback@internal/process/next_tick.js:63:19',
      '~Function.Module.runMain@module.js:606:10',
    ],
  },
  {
    name: 'code from the command line and from vm',
    stack: `ReferenceError: a is not defined
    at [eval]:1:1
    at evalmachine.<anonymous>:1:7
    at ContextifyScript.runInThisContext (node:vm:137:12)`,
    frames: ['@[eval]:1:1', '@evalmachine.<anonymous>:1:7', '~ContextifyScript.runInThisContext@node:vm:137:12'],
  },
  {
    name: 'printed by Node: the line of code before, properties and the cause behind',
    stack: `/srv/app/server.js:10
    throw new Error('x', { cause });
    ^

Error: x
    at start (/srv/app/server.js:10:9)
    ... 3 lines matching cause stack trace ...
    at main (/srv/app/server.js:20:3) {
  code: 'E_X',
  [cause]: TypeError: y
      at deeper (/srv/app/deeper.js:1:2)
}

Node.js v20.20.2`,
    frames: ['start@/srv/app/server.js:10:9', 'main@/srv/app/server.js:20:3'],
  },
  {
    name: 'long stacks of bluebird',
    stack: `Error: x
    at first (/srv/app/a.js:1:2)
From previous event:
    at second (/srv/app/b.js:3:4)`,
    frames: ['first@/srv/app/a.js:1:2', 'second@/srv/app/b.js:3:4'],
  },
];
