import type { CapturedBuilds } from '../capturedError.js';

/** Chromium 156: the shop, bundled by Rollup 4 and minified by terser, hex hashes, in two builds with other code before. Only directories and origins were rewritten. */
export const rollup: CapturedBuilds<
  'onPay' | 'onRedeem' | 'onShow' | 'onTree' | 'onOverflow' | 'onCheckout' | 'onPanel' | 'onSubmit'
> = {
  before: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at https://shop.example/js/main.682b5890.js:1:58
    at https://shop.example/js/main.682b5890.js:1:76
    at Array.map (<anonymous>)
    at e (https://shop.example/js/main.682b5890.js:1:24)
    at get total (https://shop.example/js/main.682b5890.js:1:320)
    at Object.onPay (https://shop.example/js/main.682b5890.js:1:818)
    at HTMLButtonElement.o (https://shop.example/js/main.682b5890.js:1:2335)
    at e.includes.n.<computed> (https://shop.example/js/main.682b5890.js:1:2532)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/js/main.682b5890.js:1:2036)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at https://shop.example/js/main.682b5890.js:1:411
    at t.redeem (https://shop.example/js/main.682b5890.js:1:426)
    at Object.onRedeem (https://shop.example/js/main.682b5890.js:1:848)
    at HTMLButtonElement.o (https://shop.example/js/main.682b5890.js:1:2335)
    at e.includes.n.<computed> (https://shop.example/js/main.682b5890.js:1:2532)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/js/main.682b5890.js:1:2036)
    at async <anonymous>:381:23`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at t.readPrices (https://shop.example/js/main.682b5890.js:1:535)
    at async https://shop.example/js/main.682b5890.js:1:1167`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at o (https://shop.example/js/main.682b5890.js:1:654)
    at o (https://shop.example/js/main.682b5890.js:1:661)
    at o (https://shop.example/js/main.682b5890.js:1:661)
    at o (https://shop.example/js/main.682b5890.js:1:661)
    at Module.o (https://shop.example/js/admin.4e0da0bf.chunk.js:1:170)
    at Object.onTree (https://shop.example/js/main.682b5890.js:1:1405)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at r (https://shop.example/js/main.682b5890.js:1:684)
    at https://shop.example/js/main.682b5890.js:1:724
    at r (https://shop.example/js/main.682b5890.js:1:731)
    at https://shop.example/js/main.682b5890.js:1:724
    at r (https://shop.example/js/main.682b5890.js:1:731)
    at https://shop.example/js/main.682b5890.js:1:724
    at r (https://shop.example/js/main.682b5890.js:1:731)
    at https://shop.example/js/main.682b5890.js:1:724
    at r (https://shop.example/js/main.682b5890.js:1:731)
    at https://shop.example/js/main.682b5890.js:1:724`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 329202',
      stack: `Error: checkout failed for order 329202
    at https://shop.example/js/main.682b5890.js:1:1022
    at Object.onCheckout (https://shop.example/js/main.682b5890.js:1:1103)
    at HTMLButtonElement.o (https://shop.example/js/main.682b5890.js:1:2335)
    at e.includes.n.<computed> (https://shop.example/js/main.682b5890.js:1:2532)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/js/main.682b5890.js:1:2036)
    at async <anonymous>:381:23`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at https://shop.example/js/main.682b5890.js:1:58
    at https://shop.example/js/main.682b5890.js:1:76
    at Array.map (<anonymous>)
    at e (https://shop.example/js/main.682b5890.js:1:24)
    at get total (https://shop.example/js/main.682b5890.js:1:320)
    at https://shop.example/js/main.682b5890.js:1:1001
    at Object.onCheckout (https://shop.example/js/main.682b5890.js:1:1103)
    at HTMLButtonElement.o (https://shop.example/js/main.682b5890.js:1:2335)
    at e.includes.n.<computed> (https://shop.example/js/main.682b5890.js:1:2532)
    at new Promise (<anonymous>)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 521 has no user',
      stack: `RangeError: entry 521 has no user
    at https://shop.example/js/admin.4e0da0bf.chunk.js:1:102
    at Array.forEach (<anonymous>)
    at Module.n (https://shop.example/js/admin.4e0da0bf.chunk.js:1:73)
    at Object.onPanel (https://shop.example/js/main.682b5890.js:1:1302)`,
    },
    onSubmit: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (https://shop.example/js/main.682b5890.js:1:1900)
    at HTMLButtonElement.o (https://shop.example/js/main.682b5890.js:1:2335)
    at e.includes.n.<computed> (https://shop.example/js/main.682b5890.js:1:2532)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/js/main.682b5890.js:1:2036)
    at async <anonymous>:381:23`,
    },
  },
  after: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:190
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:208
    at Array.map (<anonymous>)
    at r (https://cdn.shop.example/r2/js/main.16f42097.js:1:156)
    at get total (https://cdn.shop.example/r2/js/main.16f42097.js:1:452)
    at Object.onPay (https://cdn.shop.example/r2/js/main.16f42097.js:1:1236)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/js/main.16f42097.js:1:2753)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/js/main.16f42097.js:1:2950)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/js/main.16f42097.js:1:2454)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:543
    at s.redeem (https://cdn.shop.example/r2/js/main.16f42097.js:1:558)
    at Object.onRedeem (https://cdn.shop.example/r2/js/main.16f42097.js:1:1266)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/js/main.16f42097.js:1:2753)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/js/main.16f42097.js:1:2950)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/js/main.16f42097.js:1:2454)
    at async <anonymous>:381:23`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at s.readPrices (https://cdn.shop.example/r2/js/main.16f42097.js:1:667)
    at async https://cdn.shop.example/r2/js/main.16f42097.js:1:1585`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at i (https://cdn.shop.example/r2/js/main.16f42097.js:1:849)
    at i (https://cdn.shop.example/r2/js/main.16f42097.js:1:856)
    at i (https://cdn.shop.example/r2/js/main.16f42097.js:1:856)
    at i (https://cdn.shop.example/r2/js/main.16f42097.js:1:856)
    at Module.e (https://cdn.shop.example/r2/js/admin.1e1a9ac5.chunk.js:1:190)
    at Object.onTree (https://cdn.shop.example/r2/js/main.16f42097.js:1:1823)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at u (https://cdn.shop.example/r2/js/main.16f42097.js:1:875)
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:919
    at u (https://cdn.shop.example/r2/js/main.16f42097.js:1:926)
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:919
    at u (https://cdn.shop.example/r2/js/main.16f42097.js:1:926)
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:919
    at u (https://cdn.shop.example/r2/js/main.16f42097.js:1:926)
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:919
    at u (https://cdn.shop.example/r2/js/main.16f42097.js:1:926)
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:919`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 966395',
      stack: `Error: checkout failed for order 966395
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:1440
    at Object.onCheckout (https://cdn.shop.example/r2/js/main.16f42097.js:1:1521)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/js/main.16f42097.js:1:2753)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/js/main.16f42097.js:1:2950)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/js/main.16f42097.js:1:2454)
    at async <anonymous>:381:23`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:190
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:208
    at Array.map (<anonymous>)
    at r (https://cdn.shop.example/r2/js/main.16f42097.js:1:156)
    at get total (https://cdn.shop.example/r2/js/main.16f42097.js:1:452)
    at https://cdn.shop.example/r2/js/main.16f42097.js:1:1419
    at Object.onCheckout (https://cdn.shop.example/r2/js/main.16f42097.js:1:1521)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/js/main.16f42097.js:1:2753)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/js/main.16f42097.js:1:2950)
    at new Promise (<anonymous>)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 821 has no user',
      stack: `RangeError: entry 821 has no user
    at https://cdn.shop.example/r2/js/admin.1e1a9ac5.chunk.js:1:122
    at Array.forEach (<anonymous>)
    at Module.o (https://cdn.shop.example/r2/js/admin.1e1a9ac5.chunk.js:1:93)
    at Object.onPanel (https://cdn.shop.example/r2/js/main.16f42097.js:1:1720)`,
    },
    onSubmit: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (https://cdn.shop.example/r2/js/main.16f42097.js:1:2318)
    at HTMLButtonElement.o (https://cdn.shop.example/r2/js/main.16f42097.js:1:2753)
    at e.includes.n.<computed> (https://cdn.shop.example/r2/js/main.16f42097.js:1:2950)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/js/main.16f42097.js:1:2454)
    at async <anonymous>:381:23`,
    },
  },
};
