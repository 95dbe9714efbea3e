import type { PrintedStack } from './v8Stacks.js';

const CART =
  'webpack-internal:///./node_modules/cache-loader/dist/cjs.js?!./node_modules/vue-loader/lib/index.js?!./src/Cart.vue?vue&type=script';

/**
 * Text after a place, places with parentheses, WebAssembly, loaders and runtimes: in the formats that zone.js, the engines, webpack and
 * the runtimes print, partly from public bug reports.
 */
export const decoratedStacks: readonly PrintedStack[] = [
  {
    name: 'zone.js in Chrome',
    stack: `Error: Inside
    at Cart.total (https://shop.example/main.js:1:48211) [angular]
    at Array.forEach (<anonymous>) [angular]
    at Cart.add (https://shop.example/main.js:2:3)[angular]
    at https://shop.example/main.js:4:5[<root> => angular]
    at Zone.run (https://shop.example/polyfills.js:100:3) [<root> => angular]
    at https://shop.example/vendor.js:49046:63 [<root>]
    at Object.eval [as handleEvent] (Error.spec.js:19) [Proxy [1] => <root>]
    at calc (https://shop.example/m.wasm:wasm-function[12]:0x1a3b) [angular]
  -------------   Elapsed: 2483 ms; At: Sun Feb 12 2017 16:18:19 GMT+0900 (JST)   -------------
    at Zone.schedule (https://shop.example/polyfills.js:263:49) [angular]`,
    frames: [
      'Cart.total@https://shop.example/main.js:1:48211',
      '~Array.forEach@<anonymous>:null:null',
      'Cart.add@https://shop.example/main.js:2:3',
      '@https://shop.example/main.js:4:5',
      'Zone.run@https://shop.example/polyfills.js:100:3',
      '@https://shop.example/vendor.js:49046:63',
      'Object.eval [as handleEvent]@Error.spec.js:19:null',
      'calc@https://shop.example/m.wasm:null:null',
      'Zone.schedule@https://shop.example/polyfills.js:263:49',
    ],
  },
  {
    name: 'zone.js in Firefox',
    stack: `total@https://shop.example/main.js:1:2 [<root> => angular]
forEach@[native code] [angular]
@https://shop.example/main.js:3:4 [angular]
pay@https://shop.example/main.js:7:8[angular]
https://shop.example/main.js:5:6 [angular]`,
    frames: [
      'total@https://shop.example/main.js:1:2',
      '~forEach@[native code]:null:null',
      '@https://shop.example/main.js:3:4',
      'pay@https://shop.example/main.js:7:8',
      '@https://shop.example/main.js:5:6',
    ],
  },
  {
    name: 'other text after a place',
    stack: `Error: x
    at load (https://a.b/c.js:1:2), originally
    at load (https://a.b/c.js:3:4) in worker 7
    at https://a.b/d.js:5:6 (inlined)
    at C:\\a [old] (x86)\\c.js:7:8 [zone]`,
    frames: [
      'load@https://a.b/c.js:1:2',
      'load@https://a.b/c.js:3:4',
      '@https://a.b/d.js:5:6',
      '@C:\\a [old] (x86)\\c.js:7:8',
    ],
  },
  {
    name: 'places with parentheses',
    stack: `Error: x
    at load (C:\\Program Files (x86)\\shop\\main.js:10:5)
    at C:\\Program Files (x86)\\shop\\main.js:11:5
    at async load (\\\\server\\share (old)\\main.js:12:5)
    at file:///C:/Program Files (x86)/shop/main.mjs:13:5
    at eval (webpack-internal:///(rsc)/./app/page.tsx:9:1)
    at Page (webpack-internal:///(rsc)/./app/(shop)/page.tsx:9:1)
    at f (https://a.b/:-).js:1:2)
    at f (https://a.b/x.js?q=(1:2)&r:10:5)
    at f (http://[::1]:8080/x.js:10:5)
    at f (data:text/javascript,g(1):1:2)
    at Object.total (gross) (https://a.b/x.js:1:2)`,
    frames: [
      'load@C:\\Program Files (x86)\\shop\\main.js:10:5',
      '@C:\\Program Files (x86)\\shop\\main.js:11:5',
      'load@\\\\server\\share (old)\\main.js:12:5',
      '@file:///C:/Program Files (x86)/shop/main.mjs:13:5',
      'eval@webpack-internal:///(rsc)/./app/page.tsx:9:1',
      'Page@webpack-internal:///(rsc)/./app/(shop)/page.tsx:9:1',
      'f@https://a.b/:-).js:1:2',
      'f@https://a.b/x.js?q=(1:2)&r:10:5',
      'f@http://[::1]:8080/x.js:10:5',
      'f@data:text/javascript,g(1):1:2',
      'Object.total (gross)@https://a.b/x.js:1:2',
    ],
  },
  {
    name: 'evaluated in places with parentheses',
    stack: `Error: x
    at eval (eval at load (C:\\Program Files (x86)\\shop\\main.js:10:5), <anonymous>:1:1)
    at eval (eval at <anonymous> (webpack-internal:///(rsc)/./app/page.tsx:9:1), <anonymous>:1:1)
    at new Function (eval at g (eval at h (file:///srv/a (b)/c.js:1:2), <anonymous>:1:1), <anonymous>:3:4)
    at eval (eval at ./src/a.js (http://localhost:8080/main.js:96:1), webpack-internal:///(ssr)/./src/a.js:3:1)
    at eval (eval at f (<anonymous>), <anonymous>:1:1)`,
    frames: [
      'eval@C:\\Program Files (x86)\\shop\\main.js:10:5',
      'eval@webpack-internal:///(rsc)/./app/page.tsx:9:1',
      'new Function@file:///srv/a (b)/c.js:1:2',
      'eval@webpack-internal:///(ssr)/./src/a.js:3:1',
      '~eval@<anonymous>:null:null',
    ],
  },
  {
    name: 'WebAssembly in Firefox',
    stack: `calc@https://h.example/m.wasm:wasm-function[12]:0x1a3b
@https://h.example/m.wasm:wasm-function[1125]:0x2b4276
calc@wasm://wasm/000a1b2c:wasm-function[7]:0x1f
calc@https://h.example/app.js line 12 > WebAssembly.instantiate:wasm-function[5]:0x2a1
async*run@https://h.example/app.js:3:9
async later@https://h.example/app.js:4:9`,
    frames: [
      'calc@https://h.example/m.wasm:null:null',
      'wasm-function[1125]@https://h.example/m.wasm:null:null',
      'calc@wasm://wasm/000a1b2c:null:null',
      'calc@https://h.example/app.js:12:null',
      'run@https://h.example/app.js:3:9',
      'later@https://h.example/app.js:4:9',
    ],
  },
  {
    name: 'loaders',
    stack: `Error: x
    at a (${CART}:1:2)
    at VueComponent.b (webpack-internal:///./node_modules/babel-loader/lib/index.js!./node_modules/vue-loader/lib/selector.js?type=script&index=0!./src/Home.vue:3:4)
    at c (webpack:///./node_modules/ts-loader/index.js??ref--1!./node_modules/lib/index.js:5:6)
    at d (./loaders/my-loader.js!./src/d.js:7:8)
    at e (https://a.b/!really/e.js:9:10)
    at g (webpack:///ts!./src/g.ts:1:2)
    at h (webpack:///./src/h.vue?a=!b:1:2)
    at f (webpack-internal:///(rsc)/./node_modules/next/dist/next-app-loader.js?page=1!:1:2)`,
    frames: [
      'a@webpack-internal:///./src/Cart.vue?vue&type=script:1:2',
      'VueComponent.b@webpack-internal:///./src/Home.vue:3:4',
      '~c@webpack:///./node_modules/lib/index.js:5:6',
      'd@./src/d.js:7:8',
      'e@https://a.b/!really/e.js:9:10',
      'g@webpack:///./src/g.ts:1:2',
      'h@webpack:///./src/h.vue?a=!b:1:2',
      '~f@webpack-internal:///(rsc)/./node_modules/next/dist/next-app-loader.js?page=1!:1:2',
    ],
  },
  {
    name: 'runtimes',
    stack: `Error: x
    at fetch (worker.js:10:5)
    at AsyncLocalStorage.run (node-internal:async_hooks:1:2)
    at a (cloudflare:workers:1:2)
    at b (cloudflare-internal:d1-api:1:2)
    at c (workerd:unsafe:1:2)
    at d (node:internal/timers:1:2)
    at e (internal/timers.js:1:2)
    at f (ext:core/01_core.js:1:2)
    at g (deno:core/01_core.js:1:2)
    at h (bun:main:1:2)
    at i (native:1:2)
    at j (internal:shared:1:2)
    at new Promise (1:11)
    at k (node:electron/js2c/renderer_init:2:9)
    at l (electron/js2c/asar_bundle.js:5:9)
    at m (extensions::messaging:19:14)
    at n (chrome-extension://abc/x.js:1:2)
    at o (dns.js:56:26)
    at p (InternalBytecode.js:1:1294)
    at internal:1:2
    at r (internal:3:4)
    at s (bun:1:2)
    at q (file:///srv/app/internal/q.js:1:2)`,
    frames: [
      'fetch@worker.js:10:5',
      '~AsyncLocalStorage.run@node-internal:async_hooks:1:2',
      '~a@cloudflare:workers:1:2',
      '~b@cloudflare-internal:d1-api:1:2',
      '~c@workerd:unsafe:1:2',
      '~d@node:internal/timers:1:2',
      '~e@internal/timers.js:1:2',
      '~f@ext:core/01_core.js:1:2',
      '~g@deno:core/01_core.js:1:2',
      '~h@bun:main:1:2',
      '~i@native:1:2',
      '~j@internal:shared:1:2',
      '~new Promise@1:11:null',
      '~k@node:electron/js2c/renderer_init:2:9',
      '~l@electron/js2c/asar_bundle.js:5:9',
      '~m@extensions::messaging:19:14',
      '~n@chrome-extension://abc/x.js:1:2',
      '~o@dns.js:56:26',
      '~p@InternalBytecode.js:1:1294',
      '~@internal:1:2',
      '~r@internal:3:4',
      '~s@bun:1:2',
      'q@file:///srv/app/internal/q.js:1:2',
    ],
  },
];
