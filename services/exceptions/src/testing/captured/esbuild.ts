import type { CapturedBuilds } from '../capturedError.js';

/** Chromium 156: a small shop, bundled and minified by esbuild 0.28 with hashed names and split chunks, in two builds with other code before. Only directories and origins were rewritten. */
export const esbuild: CapturedBuilds<
  'onPay' | 'onRedeem' | 'onShow' | 'onTree' | 'onOverflow' | 'onCheckout' | 'onPanel' | 'onSubmit'
> = {
  before: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at y (https://shop.example/assets/main-B7VYG5FL.js:1:77)
    at https://shop.example/assets/main-B7VYG5FL.js:1:142
    at Array.map (<anonymous>)
    at d (https://shop.example/assets/main-B7VYG5FL.js:1:135)
    at get total (https://shop.example/assets/main-B7VYG5FL.js:1:420)
    at Object.onPay (https://shop.example/assets/main-B7VYG5FL.js:1:915)
    at HTMLButtonElement.l (https://shop.example/assets/main-B7VYG5FL.js:1:2212)
    at e.includes.n.<computed> (https://shop.example/assets/main-B7VYG5FL.js:1:2394)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/assets/main-B7VYG5FL.js:1:1924)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at f (https://shop.example/assets/main-B7VYG5FL.js:1:218)
    at o.redeem (https://shop.example/assets/main-B7VYG5FL.js:1:465)
    at Object.onRedeem (https://shop.example/assets/main-B7VYG5FL.js:1:945)
    at HTMLButtonElement.l (https://shop.example/assets/main-B7VYG5FL.js:1:2212)
    at e.includes.n.<computed> (https://shop.example/assets/main-B7VYG5FL.js:1:2394)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/assets/main-B7VYG5FL.js:1:1924)
    at async <anonymous>:381:23`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at o.readPrices (https://shop.example/assets/main-B7VYG5FL.js:1:576)
    at async T (https://shop.example/assets/main-B7VYG5FL.js:1:847)`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at n (https://shop.example/assets/chunk-PCZOHNDC.js:1:41)
    at n (https://shop.example/assets/chunk-PCZOHNDC.js:1:48)
    at n (https://shop.example/assets/chunk-PCZOHNDC.js:1:48)
    at n (https://shop.example/assets/chunk-PCZOHNDC.js:1:48)
    at Module.a (https://shop.example/assets/chunk-ZKFQAHUZ.js:1:185)
    at Object.onTree (https://shop.example/assets/main-B7VYG5FL.js:1:1302)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at u (https://shop.example/assets/chunk-PCZOHNDC.js:1:105)
    at t (https://shop.example/assets/chunk-PCZOHNDC.js:1:88)
    at u (https://shop.example/assets/chunk-PCZOHNDC.js:1:126)
    at t (https://shop.example/assets/chunk-PCZOHNDC.js:1:88)
    at u (https://shop.example/assets/chunk-PCZOHNDC.js:1:126)
    at t (https://shop.example/assets/chunk-PCZOHNDC.js:1:88)
    at u (https://shop.example/assets/chunk-PCZOHNDC.js:1:126)
    at t (https://shop.example/assets/chunk-PCZOHNDC.js:1:88)
    at u (https://shop.example/assets/chunk-PCZOHNDC.js:1:126)
    at t (https://shop.example/assets/chunk-PCZOHNDC.js:1:88)`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 924943',
      stack: `Error: checkout failed for order 924943
    at g (https://shop.example/assets/main-B7VYG5FL.js:1:747)
    at Object.onCheckout (https://shop.example/assets/main-B7VYG5FL.js:1:1066)
    at HTMLButtonElement.l (https://shop.example/assets/main-B7VYG5FL.js:1:2212)
    at e.includes.n.<computed> (https://shop.example/assets/main-B7VYG5FL.js:1:2394)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/assets/main-B7VYG5FL.js:1:1924)
    at async <anonymous>:381:23`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at y (https://shop.example/assets/main-B7VYG5FL.js:1:77)
    at https://shop.example/assets/main-B7VYG5FL.js:1:142
    at Array.map (<anonymous>)
    at d (https://shop.example/assets/main-B7VYG5FL.js:1:135)
    at get total (https://shop.example/assets/main-B7VYG5FL.js:1:420)
    at g (https://shop.example/assets/main-B7VYG5FL.js:1:726)
    at Object.onCheckout (https://shop.example/assets/main-B7VYG5FL.js:1:1066)
    at HTMLButtonElement.l (https://shop.example/assets/main-B7VYG5FL.js:1:2212)
    at e.includes.n.<computed> (https://shop.example/assets/main-B7VYG5FL.js:1:2394)
    at new Promise (<anonymous>)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 815 has no user',
      stack: `RangeError: entry 815 has no user
    at https://shop.example/assets/chunk-ZKFQAHUZ.js:1:81
    at Array.forEach (<anonymous>)
    at o (https://shop.example/assets/chunk-ZKFQAHUZ.js:1:52)
    at Module.u (https://shop.example/assets/chunk-ZKFQAHUZ.js:1:142)
    at Object.onPanel (https://shop.example/assets/main-B7VYG5FL.js:1:1206)`,
    },
    onSubmit: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (https://shop.example/assets/main-B7VYG5FL.js:1:1792)
    at HTMLButtonElement.l (https://shop.example/assets/main-B7VYG5FL.js:1:2212)
    at e.includes.n.<computed> (https://shop.example/assets/main-B7VYG5FL.js:1:2394)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/assets/main-B7VYG5FL.js:1:1924)
    at async <anonymous>:381:23`,
    },
  },
  after: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at a (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:161)
    at https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:226
    at Array.map (<anonymous>)
    at g (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:219)
    at get total (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:270)
    at Object.onPay (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:831)
    at HTMLButtonElement.m (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2128)
    at e.includes.o.<computed> (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2310)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:1840)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at w (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:302)
    at t.redeem (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:315)
    at Object.onRedeem (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:861)
    at HTMLButtonElement.m (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2128)
    at e.includes.o.<computed> (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2310)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:1840)
    at async <anonymous>:381:23`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at t.readPrices (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:426)
    at async k (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:763)`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at f (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:378)
    at f (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:385)
    at f (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:385)
    at f (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:385)
    at Module.f (https://cdn.shop.example/r2/assets/chunk-LPS3GT4Q.js:1:210)
    at Object.onTree (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:1218)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at u (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:404)
    at h (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:463)
    at u (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:425)
    at h (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:463)
    at u (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:425)
    at h (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:463)
    at u (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:425)
    at h (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:463)
    at u (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:425)
    at h (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:463)`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 768312',
      stack: `Error: checkout failed for order 768312
    at T (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:663)
    at Object.onCheckout (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:982)
    at HTMLButtonElement.m (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2128)
    at e.includes.o.<computed> (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2310)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:1840)
    at async <anonymous>:381:23`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at a (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:161)
    at https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:226
    at Array.map (<anonymous>)
    at g (https://cdn.shop.example/r2/assets/chunk-OTBRFXYD.js:2:219)
    at get total (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:270)
    at T (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:642)
    at Object.onCheckout (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:982)
    at HTMLButtonElement.m (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2128)
    at e.includes.o.<computed> (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2310)
    at new Promise (<anonymous>)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 721 has no user',
      stack: `RangeError: entry 721 has no user
    at https://cdn.shop.example/r2/assets/chunk-LPS3GT4Q.js:1:106
    at Array.forEach (<anonymous>)
    at t (https://cdn.shop.example/r2/assets/chunk-LPS3GT4Q.js:1:77)
    at Module.a (https://cdn.shop.example/r2/assets/chunk-LPS3GT4Q.js:1:167)
    at Object.onPanel (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:1122)`,
    },
    onSubmit: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:1708)
    at HTMLButtonElement.m (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2128)
    at e.includes.o.<computed> (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:2310)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/assets/main-PTR3B7LK.js:1:1840)
    at async <anonymous>:381:23`,
    },
  },
};
