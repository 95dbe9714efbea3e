import type { CapturedBuilds } from '../capturedError.js';

/** Chromium 156: the shop as webpack 5 serves it to developers, every module evaluated, before and after a change. Only directories and origins were rewritten. */
export const webpackDev: CapturedBuilds<'onPay' | 'onShow' | 'onRedeem' | 'onPanel' | 'onEval'> = {
  before: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (webpack-internal:///./src/pricing.js:8:46)
    at eval (webpack-internal:///./src/pricing.js:10:58)
    at Array.map (<anonymous>)
    at cartTotal (webpack-internal:///./src/pricing.js:10:44)
    at get total (webpack-internal:///./src/store.js:10:78)
    at Object.onPay (webpack-internal:///./src/main.js:13:94)
    at HTMLButtonElement.go (webpack-internal:///./src/main.js:41:62)
    at out.<computed> (webpack-internal:///./src/main.js:43:131)
    at new Promise (<anonymous>)
    at globalThis.runAll (webpack-internal:///./src/main.js:39:23)`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at CartStore.readPrices (webpack-internal:///./src/store.js:13:79)
    at async showCart (webpack-internal:///./src/main.js:11:105)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at applyVoucher (webpack-internal:///./src/pricing.js:11:81)
    at CartStore.redeem (webpack-internal:///./src/store.js:11:94)
    at Object.onRedeem (webpack-internal:///./src/main.js:14:80)
    at HTMLButtonElement.go (webpack-internal:///./src/main.js:41:62)
    at out.<computed> (webpack-internal:///./src/main.js:43:131)
    at new Promise (<anonymous>)
    at globalThis.runAll (webpack-internal:///./src/main.js:39:23)
    at async <anonymous>:381:23`,
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 999 has no user',
      stack: `RangeError: entry 999 has no user
    at eval (webpack-internal:///./src/admin.js:8:80)
    at Array.forEach (<anonymous>)
    at audit (webpack-internal:///./src/admin.js:8:36)
    at Module.openPanel (webpack-internal:///./src/admin.js:9:26)
    at Object.onPanel (webpack-internal:///./src/main.js:20:185)`,
    },
    onEval: {
      type: 'ReferenceError',
      message: 'undefinedThing is not defined',
      stack: `ReferenceError: undefinedThing is not defined
    at evaluated (eval at onEval (webpack-internal:///./src/main.js), <anonymous>:1:25)
    at eval (eval at onEval (webpack-internal:///./src/main.js), <anonymous>:1:52)
    at eval (<anonymous>)
    at Object.onEval (webpack-internal:///./src/main.js:24:26)
    at HTMLButtonElement.go (webpack-internal:///./src/main.js:41:62)
    at out.<computed> (webpack-internal:///./src/main.js:43:131)
    at new Promise (<anonymous>)
    at globalThis.runAll (webpack-internal:///./src/main.js:39:23)
    at async <anonymous>:381:23`,
    },
  },
  after: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (webpack-internal:///./src/pricing.js:10:46)
    at eval (webpack-internal:///./src/pricing.js:12:58)
    at Array.map (<anonymous>)
    at cartTotal (webpack-internal:///./src/pricing.js:12:44)
    at get total (webpack-internal:///./src/store.js:10:78)
    at Object.onPay (webpack-internal:///./src/main.js:15:94)
    at HTMLButtonElement.go (webpack-internal:///./src/main.js:43:62)
    at out.<computed> (webpack-internal:///./src/main.js:45:131)
    at new Promise (<anonymous>)
    at globalThis.runAll (webpack-internal:///./src/main.js:41:23)`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at CartStore.readPrices (webpack-internal:///./src/store.js:13:79)
    at async showCart (webpack-internal:///./src/main.js:13:105)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at applyVoucher (webpack-internal:///./src/pricing.js:13:81)
    at CartStore.redeem (webpack-internal:///./src/store.js:11:94)
    at Object.onRedeem (webpack-internal:///./src/main.js:16:80)
    at HTMLButtonElement.go (webpack-internal:///./src/main.js:43:62)
    at out.<computed> (webpack-internal:///./src/main.js:45:131)
    at new Promise (<anonymous>)
    at globalThis.runAll (webpack-internal:///./src/main.js:41:23)
    at async <anonymous>:381:23`,
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 892 has no user',
      stack: `RangeError: entry 892 has no user
    at eval (webpack-internal:///./src/admin.js:9:80)
    at Array.forEach (<anonymous>)
    at audit (webpack-internal:///./src/admin.js:9:36)
    at Module.openPanel (webpack-internal:///./src/admin.js:10:26)
    at Object.onPanel (webpack-internal:///./src/main.js:22:187)`,
    },
    onEval: {
      type: 'ReferenceError',
      message: 'undefinedThing is not defined',
      stack: `ReferenceError: undefinedThing is not defined
    at evaluated (eval at onEval (webpack-internal:///./src/main.js), <anonymous>:1:25)
    at eval (eval at onEval (webpack-internal:///./src/main.js), <anonymous>:1:52)
    at eval (<anonymous>)
    at Object.onEval (webpack-internal:///./src/main.js:26:26)
    at HTMLButtonElement.go (webpack-internal:///./src/main.js:43:62)
    at out.<computed> (webpack-internal:///./src/main.js:45:131)
    at new Promise (<anonymous>)
    at globalThis.runAll (webpack-internal:///./src/main.js:41:23)
    at async <anonymous>:381:23`,
    },
  },
};
