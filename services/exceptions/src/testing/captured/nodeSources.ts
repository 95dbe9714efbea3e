import type { CapturedBuilds } from '../capturedError.js';

/** Node 20: the sources of the shop as they are, before and after a change, on Linux and (directories rewritten) on Windows. Only directories and origins were rewritten. */
export const nodeSources: CapturedBuilds<
  'onPay' | 'onShow' | 'onPanel' | 'onTree' | 'onEmpty' | 'onRedeem' | 'onOverflow'
> = {
  before: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (file:///srv/shop/src/pricing.js:2:53)
    at file:///srv/shop/src/pricing.js:4:65
    at Array.map (<anonymous>)
    at cartTotal (file:///srv/shop/src/pricing.js:4:51)
    at get total [as total] (file:///srv/shop/src/store.js:5:24)
    at Object.onPay (file:///srv/shop/src/main.js:10:55)
    at Timeout.go [as _onTimeout] (file:///srv/shop/src/main.js:38:62)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at CartStore.readPrices (file:///srv/shop/src/store.js:8:79)
    at async showCart (file:///srv/shop/src/main.js:8:66)`,
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 600 has no user',
      stack: `RangeError: entry 600 has no user
    at file:///srv/shop/src/admin.js:2:80
    at Array.forEach (<anonymous>)
    at audit (file:///srv/shop/src/admin.js:2:36)
    at Module.openPanel (file:///srv/shop/src/admin.js:3:33)
    at Object.onPanel (file:///srv/shop/src/main.js:17:74)`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at walkTree (file:///srv/shop/src/tree.js:1:79)
    at walkTree (file:///srv/shop/src/tree.js:1:94)
    at walkTree (file:///srv/shop/src/tree.js:1:94)
    at walkTree (file:///srv/shop/src/tree.js:1:94)
    at Module.openTree (file:///srv/shop/src/admin.js:4:42)
    at Object.onTree (file:///srv/shop/src/main.js:18:80)`,
    },
    onEmpty: {
      type: 'TypeError',
      message: 'items are no list: string',
      stack: `TypeError: items are no list: string
    at new CartStore (file:///srv/shop/src/store.js:4:57)
    at Object.onEmpty (file:///srv/shop/src/main.js:13:18)
    at Timeout.go [as _onTimeout] (file:///srv/shop/src/main.js:38:62)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at applyVoucher (file:///srv/shop/src/pricing.js:5:88)
    at CartStore.redeem (file:///srv/shop/src/store.js:6:37)
    at Object.onRedeem (file:///srv/shop/src/main.js:11:41)
    at Timeout.go [as _onTimeout] (file:///srv/shop/src/main.js:38:62)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at isOddDepth (file:///srv/shop/src/tree.js:3:26)
    at isEvenDepth (file:///srv/shop/src/tree.js:2:52)
    at isOddDepth (file:///srv/shop/src/tree.js:3:52)
    at isEvenDepth (file:///srv/shop/src/tree.js:2:52)
    at isOddDepth (file:///srv/shop/src/tree.js:3:52)
    at isEvenDepth (file:///srv/shop/src/tree.js:2:52)
    at isOddDepth (file:///srv/shop/src/tree.js:3:52)
    at isEvenDepth (file:///srv/shop/src/tree.js:2:52)
    at isOddDepth (file:///srv/shop/src/tree.js:3:52)
    at isEvenDepth (file:///srv/shop/src/tree.js:2:52)`,
    },
  },
  after: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (file:///C:/deploy/shop/src/pricing.js:3:53)
    at file:///C:/deploy/shop/src/pricing.js:5:65
    at Array.map (<anonymous>)
    at cartTotal (file:///C:/deploy/shop/src/pricing.js:5:51)
    at get total [as total] (file:///C:/deploy/shop/src/store.js:5:24)
    at Object.onPay (file:///C:/deploy/shop/src/main.js:11:55)
    at Timeout.go [as _onTimeout] (file:///C:/deploy/shop/src/main.js:39:62)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at CartStore.readPrices (file:///C:/deploy/shop/src/store.js:8:79)
    at async showCart (file:///C:/deploy/shop/src/main.js:9:66)`,
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 692 has no user',
      stack: `RangeError: entry 692 has no user
    at file:///C:/deploy/shop/src/admin.js:3:80
    at Array.forEach (<anonymous>)
    at audit (file:///C:/deploy/shop/src/admin.js:3:36)
    at Module.openPanel (file:///C:/deploy/shop/src/admin.js:4:33)
    at Object.onPanel (file:///C:/deploy/shop/src/main.js:18:74)`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at walkTree (file:///C:/deploy/shop/src/tree.js:2:79)
    at walkTree (file:///C:/deploy/shop/src/tree.js:2:94)
    at walkTree (file:///C:/deploy/shop/src/tree.js:2:94)
    at walkTree (file:///C:/deploy/shop/src/tree.js:2:94)
    at Module.openTree (file:///C:/deploy/shop/src/admin.js:5:42)
    at Object.onTree (file:///C:/deploy/shop/src/main.js:19:80)`,
    },
    onEmpty: {
      type: 'TypeError',
      message: 'items are no list: string',
      stack: `TypeError: items are no list: string
    at new CartStore (file:///C:/deploy/shop/src/store.js:4:57)
    at Object.onEmpty (file:///C:/deploy/shop/src/main.js:14:18)
    at Timeout.go [as _onTimeout] (file:///C:/deploy/shop/src/main.js:39:62)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at applyVoucher (file:///C:/deploy/shop/src/pricing.js:6:88)
    at CartStore.redeem (file:///C:/deploy/shop/src/store.js:6:37)
    at Object.onRedeem (file:///C:/deploy/shop/src/main.js:12:41)
    at Timeout.go [as _onTimeout] (file:///C:/deploy/shop/src/main.js:39:62)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onOverflow: {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded',
      stack: `RangeError: Maximum call stack size exceeded
    at isOddDepth (file:///C:/deploy/shop/src/tree.js:4:26)
    at isEvenDepth (file:///C:/deploy/shop/src/tree.js:3:52)
    at isOddDepth (file:///C:/deploy/shop/src/tree.js:4:52)
    at isEvenDepth (file:///C:/deploy/shop/src/tree.js:3:52)
    at isOddDepth (file:///C:/deploy/shop/src/tree.js:4:52)
    at isEvenDepth (file:///C:/deploy/shop/src/tree.js:3:52)
    at isOddDepth (file:///C:/deploy/shop/src/tree.js:4:52)
    at isEvenDepth (file:///C:/deploy/shop/src/tree.js:3:52)
    at isOddDepth (file:///C:/deploy/shop/src/tree.js:4:52)
    at isEvenDepth (file:///C:/deploy/shop/src/tree.js:3:52)`,
    },
  },
};
