import type { CapturedBuilds } from '../capturedError.js';

/**
 * Chromium 156: the shop, bundled by webpack 5 with numbered chunks and a separate runtime, in two builds with
 * different preceding code. Only directories and origins were rewritten.
 */
export const webpack: CapturedBuilds<
  'onPay' | 'onRedeem' | 'onShow' | 'onTree' | 'onOverflow' | 'onCheckout' | 'onPanel' | 'onSubmit'
> = {
  before: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at https://shop.example/static/js/main.ba8424a1.js:1:323
    at https://shop.example/static/js/main.ba8424a1.js:1:341
    at Array.map (<anonymous>)
    at get total (https://shop.example/static/js/main.ba8424a1.js:1:289)
    at Object.onPay (https://shop.example/static/js/main.ba8424a1.js:1:766)
    at HTMLButtonElement.o (https://shop.example/static/js/main.ba8424a1.js:1:2253)
    at e.includes.n.<computed> (https://shop.example/static/js/main.ba8424a1.js:1:2450)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/static/js/main.ba8424a1.js:1:1954)
    at eval (eval at evaluate (:370:30), <anonymous>:1:18)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at https://shop.example/static/js/main.ba8424a1.js:1:474
    at r.redeem (https://shop.example/static/js/main.ba8424a1.js:1:489)
    at Object.onRedeem (https://shop.example/static/js/main.ba8424a1.js:1:796)
    at HTMLButtonElement.o (https://shop.example/static/js/main.ba8424a1.js:1:2253)
    at e.includes.n.<computed> (https://shop.example/static/js/main.ba8424a1.js:1:2450)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/static/js/main.ba8424a1.js:1:1954)
    at async <anonymous>:381:23`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at r.readPrices (https://shop.example/static/js/main.ba8424a1.js:1:599)
    at async https://shop.example/static/js/main.ba8424a1.js:1:1113`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at o (https://shop.example/static/js/main.ba8424a1.js:1:2812)
    at o (https://shop.example/static/js/main.ba8424a1.js:1:2819)
    at o (https://shop.example/static/js/main.ba8424a1.js:1:2819)
    at o (https://shop.example/static/js/main.ba8424a1.js:1:2819)
    at Object.s (https://shop.example/static/js/2.4c0d1cb0.chunk.js:1:273)
    at Object.onTree (https://shop.example/static/js/main.ba8424a1.js:1:1325)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at r (https://shop.example/static/js/main.ba8424a1.js:1:2838)
    at https://shop.example/static/js/main.ba8424a1.js:1:2882
    at r (https://shop.example/static/js/main.ba8424a1.js:1:2889)
    at https://shop.example/static/js/main.ba8424a1.js:1:2882
    at r (https://shop.example/static/js/main.ba8424a1.js:1:2889)
    at https://shop.example/static/js/main.ba8424a1.js:1:2882
    at r (https://shop.example/static/js/main.ba8424a1.js:1:2889)
    at https://shop.example/static/js/main.ba8424a1.js:1:2882
    at r (https://shop.example/static/js/main.ba8424a1.js:1:2889)
    at https://shop.example/static/js/main.ba8424a1.js:1:2882`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 419991',
      stack: `Error: checkout failed for order 419991
    at https://shop.example/static/js/main.ba8424a1.js:1:982
    at Object.onCheckout (https://shop.example/static/js/main.ba8424a1.js:1:1063)
    at HTMLButtonElement.o (https://shop.example/static/js/main.ba8424a1.js:1:2253)
    at e.includes.n.<computed> (https://shop.example/static/js/main.ba8424a1.js:1:2450)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/static/js/main.ba8424a1.js:1:1954)
    at async <anonymous>:381:23`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at https://shop.example/static/js/main.ba8424a1.js:1:323
    at https://shop.example/static/js/main.ba8424a1.js:1:341
    at Array.map (<anonymous>)
    at get total (https://shop.example/static/js/main.ba8424a1.js:1:289)
    at https://shop.example/static/js/main.ba8424a1.js:1:961
    at Object.onCheckout (https://shop.example/static/js/main.ba8424a1.js:1:1063)
    at HTMLButtonElement.o (https://shop.example/static/js/main.ba8424a1.js:1:2253)
    at e.includes.n.<computed> (https://shop.example/static/js/main.ba8424a1.js:1:2450)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/static/js/main.ba8424a1.js:1:1954)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 196 has no user',
      stack: `RangeError: entry 196 has no user
    at https://shop.example/static/js/2.4c0d1cb0.chunk.js:1:199
    at Array.forEach (<anonymous>)
    at Object.a (https://shop.example/static/js/2.4c0d1cb0.chunk.js:1:170)
    at Object.onPanel (https://shop.example/static/js/main.ba8424a1.js:1:1235)`,
    },
    onSubmit: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (https://shop.example/static/js/main.ba8424a1.js:1:1818)
    at HTMLButtonElement.o (https://shop.example/static/js/main.ba8424a1.js:1:2253)
    at e.includes.n.<computed> (https://shop.example/static/js/main.ba8424a1.js:1:2450)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/static/js/main.ba8424a1.js:1:1954)
    at async <anonymous>:381:23`,
    },
  },
  after: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2874
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2892
    at Array.map (<anonymous>)
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2840
    at get total (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:301)
    at Object.onPay (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:712)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2195)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2392)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1896)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at r (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2796)
    at s.redeem (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:353)
    at Object.onRedeem (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:742)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2195)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2392)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1896)
    at async <anonymous>:381:23`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at s.readPrices (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:463)
    at async https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1059`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at a (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3390)
    at a (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3397)
    at a (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3397)
    at a (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3397)
    at Object.o (https://cdn.shop.example/r2/static/js/2.4586d772.chunk.js:1:272)
    at Object.onTree (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1267)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3442
    at s (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3467)
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3460
    at s (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3467)
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3460
    at s (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3467)
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3460
    at s (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3467)
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3460
    at s (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:3467)`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 413437',
      stack: `Error: checkout failed for order 413437
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:928
    at Object.onCheckout (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1009)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2195)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2392)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1896)
    at async <anonymous>:381:23`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2874
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2892
    at Array.map (<anonymous>)
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2840
    at get total (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:301)
    at https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:907
    at Object.onCheckout (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1009)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2195)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2392)
    at new Promise (<anonymous>)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 556 has no user',
      stack: `RangeError: entry 556 has no user
    at https://cdn.shop.example/r2/static/js/2.4586d772.chunk.js:1:197
    at Array.forEach (<anonymous>)
    at Object.a (https://cdn.shop.example/r2/static/js/2.4586d772.chunk.js:1:168)
    at Object.onPanel (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1179)`,
    },
    onSubmit: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1760)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2195)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:2392)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/static/js/main.b41fcc24.js:1:1896)
    at async <anonymous>:381:23`,
    },
  },
};
