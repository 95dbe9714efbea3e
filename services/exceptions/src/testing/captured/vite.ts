import type { CapturedBuilds } from '../capturedError.js';

/** Chromium 156: the shop, bundled by Vite 8 (Rolldown), in two builds with other code before. Only directories and origins were rewritten. */
export const vite: CapturedBuilds<
  'onPay' | 'onRedeem' | 'onShow' | 'onTree' | 'onOverflow' | 'onCheckout' | 'onPanel' | 'onSubmit'
> = {
  before: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at e (https://shop.example/assets/main-DQ7LcYWu.js:1:30)
    at https://shop.example/assets/main-DQ7LcYWu.js:1:95
    at Array.map (<anonymous>)
    at n (https://shop.example/assets/main-DQ7LcYWu.js:1:88)
    at get total (https://shop.example/assets/main-DQ7LcYWu.js:1:369)
    at Object.onPay (https://shop.example/assets/main-DQ7LcYWu.js:1:2599)
    at HTMLButtonElement.r (https://shop.example/assets/main-DQ7LcYWu.js:1:3928)
    at t.<computed> (https://shop.example/assets/main-DQ7LcYWu.js:1:4110)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/assets/main-DQ7LcYWu.js:1:3640)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at r (https://shop.example/assets/main-DQ7LcYWu.js:1:171)
    at a.redeem (https://shop.example/assets/main-DQ7LcYWu.js:1:414)
    at Object.onRedeem (https://shop.example/assets/main-DQ7LcYWu.js:1:2629)
    at HTMLButtonElement.r (https://shop.example/assets/main-DQ7LcYWu.js:1:3928)
    at t.<computed> (https://shop.example/assets/main-DQ7LcYWu.js:1:4110)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/assets/main-DQ7LcYWu.js:1:3640)
    at async <anonymous>:381:23`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at a.readPrices (https://shop.example/assets/main-DQ7LcYWu.js:1:525)
    at async v (https://shop.example/assets/main-DQ7LcYWu.js:1:2531)`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at o (https://shop.example/assets/main-DQ7LcYWu.js:1:645)
    at o (https://shop.example/assets/main-DQ7LcYWu.js:1:652)
    at o (https://shop.example/assets/main-DQ7LcYWu.js:1:652)
    at o (https://shop.example/assets/main-DQ7LcYWu.js:1:652)
    at Module.r (https://shop.example/assets/admin-BPNUoZH-.js:1:180)
    at Object.onTree (https://shop.example/assets/main-DQ7LcYWu.js:1:3006)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at s (https://shop.example/assets/main-DQ7LcYWu.js:1:671)
    at c (https://shop.example/assets/main-DQ7LcYWu.js:1:726)
    at s (https://shop.example/assets/main-DQ7LcYWu.js:1:690)
    at c (https://shop.example/assets/main-DQ7LcYWu.js:1:726)
    at s (https://shop.example/assets/main-DQ7LcYWu.js:1:690)
    at c (https://shop.example/assets/main-DQ7LcYWu.js:1:726)
    at s (https://shop.example/assets/main-DQ7LcYWu.js:1:690)
    at c (https://shop.example/assets/main-DQ7LcYWu.js:1:726)
    at s (https://shop.example/assets/main-DQ7LcYWu.js:1:690)
    at c (https://shop.example/assets/main-DQ7LcYWu.js:1:726)`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 793923',
      stack: `Error: checkout failed for order 793923
    at _ (https://shop.example/assets/main-DQ7LcYWu.js:1:2435)
    at Object.onCheckout (https://shop.example/assets/main-DQ7LcYWu.js:1:2750)
    at HTMLButtonElement.r (https://shop.example/assets/main-DQ7LcYWu.js:1:3928)
    at t.<computed> (https://shop.example/assets/main-DQ7LcYWu.js:1:4110)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/assets/main-DQ7LcYWu.js:1:3640)
    at async <anonymous>:381:23`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at e (https://shop.example/assets/main-DQ7LcYWu.js:1:30)
    at https://shop.example/assets/main-DQ7LcYWu.js:1:95
    at Array.map (<anonymous>)
    at n (https://shop.example/assets/main-DQ7LcYWu.js:1:88)
    at get total (https://shop.example/assets/main-DQ7LcYWu.js:1:369)
    at _ (https://shop.example/assets/main-DQ7LcYWu.js:1:2414)
    at Object.onCheckout (https://shop.example/assets/main-DQ7LcYWu.js:1:2750)
    at HTMLButtonElement.r (https://shop.example/assets/main-DQ7LcYWu.js:1:3928)
    at t.<computed> (https://shop.example/assets/main-DQ7LcYWu.js:1:4110)
    at new Promise (<anonymous>)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 346 has no user',
      stack: `RangeError: entry 346 has no user
    at https://shop.example/assets/admin-BPNUoZH-.js:1:80
    at Array.forEach (<anonymous>)
    at t (https://shop.example/assets/admin-BPNUoZH-.js:1:51)
    at Module.n (https://shop.example/assets/admin-BPNUoZH-.js:1:137)
    at Object.onPanel (https://shop.example/assets/main-DQ7LcYWu.js:1:2900)`,
    },
    onSubmit: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (https://shop.example/assets/main-DQ7LcYWu.js:1:3506)
    at HTMLButtonElement.r (https://shop.example/assets/main-DQ7LcYWu.js:1:3928)
    at t.<computed> (https://shop.example/assets/main-DQ7LcYWu.js:1:4110)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://shop.example/assets/main-DQ7LcYWu.js:1:3640)
    at async <anonymous>:381:23`,
    },
  },
  after: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at l (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:161)
    at https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:226
    at Array.map (<anonymous>)
    at d (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:219)
    at get total (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:500)
    at Object.onPay (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:2817)
    at HTMLButtonElement.r (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4146)
    at t.<computed> (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4328)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:3858)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at f (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:302)
    at m.redeem (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:545)
    at Object.onRedeem (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:2847)
    at HTMLButtonElement.r (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4146)
    at t.<computed> (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4328)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:3858)
    at async <anonymous>:381:23`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at m.readPrices (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:656)
    at async O (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:2749)`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at g (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:793)
    at g (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:800)
    at g (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:800)
    at g (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:800)
    at Module.i (https://cdn.shop.example/r2/assets/admin-BwgoCM1y.js:1:200)
    at Object.onTree (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:3224)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at _ (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:819)
    at v (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:874)
    at _ (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:838)
    at v (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:874)
    at _ (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:838)
    at v (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:874)
    at _ (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:838)
    at v (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:874)
    at _ (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:838)
    at v (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:874)`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 119105',
      stack: `Error: checkout failed for order 119105
    at D (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:2653)
    at Object.onCheckout (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:2968)
    at HTMLButtonElement.r (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4146)
    at t.<computed> (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4328)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:3858)
    at async <anonymous>:381:23`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at l (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:161)
    at https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:226
    at Array.map (<anonymous>)
    at d (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:219)
    at get total (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:500)
    at D (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:2632)
    at Object.onCheckout (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:2968)
    at HTMLButtonElement.r (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4146)
    at t.<computed> (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4328)
    at new Promise (<anonymous>)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 60 has no user',
      stack: `RangeError: entry 60 has no user
    at https://cdn.shop.example/r2/assets/admin-BwgoCM1y.js:1:100
    at Array.forEach (<anonymous>)
    at n (https://cdn.shop.example/r2/assets/admin-BwgoCM1y.js:1:71)
    at Module.r (https://cdn.shop.example/r2/assets/admin-BwgoCM1y.js:1:157)
    at Object.onPanel (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:3118)`,
    },
    onSubmit: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:3724)
    at HTMLButtonElement.r (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4146)
    at t.<computed> (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:4328)
    at new Promise (<anonymous>)
    at globalThis.runAll (https://cdn.shop.example/r2/assets/main-B0Q3uykw.js:2:3858)
    at async <anonymous>:381:23`,
    },
  },
};
