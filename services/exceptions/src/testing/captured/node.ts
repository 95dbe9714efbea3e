import type { CapturedBuilds } from '../capturedError.js';

/** Node 20: the shop, bundled by esbuild without minifying, in two builds in two directories. Only directories and origins were rewritten. */
export const node: CapturedBuilds<
  'onPay' | 'onShow' | 'onCheckout' | 'onPanel' | 'onTree' | 'onTreeDeeper' | 'onFetch' | 'onDelegate'
> = {
  before: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (file:///srv/shop/current/main.mjs:8:21)
    at file:///srv/shop/current/main.mjs:11:56
    at Array.map (<anonymous>)
    at cartTotal (file:///srv/shop/current/main.mjs:11:42)
    at get total [as total] (file:///srv/shop/current/main.mjs:25:12)
    at Object.onPay (file:///srv/shop/current/main.mjs:59:55)
    at Timeout.go [as _onTimeout] (file:///srv/shop/current/main.mjs:107:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at CartStore.readPrices (file:///srv/shop/current/main.mjs:38:19)
    at async showCart (file:///srv/shop/current/main.mjs:56:3)`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 106058',
      stack: `Error: checkout failed for order 106058
    at checkout (file:///srv/shop/current/main.mjs:51:11)
    at Object.onCheckout (file:///srv/shop/current/main.mjs:65:21)
    at Timeout.go [as _onTimeout] (file:///srv/shop/current/main.mjs:107:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (file:///srv/shop/current/main.mjs:8:21)
    at file:///srv/shop/current/main.mjs:11:56
    at Array.map (<anonymous>)
    at cartTotal (file:///srv/shop/current/main.mjs:11:42)
    at get total [as total] (file:///srv/shop/current/main.mjs:25:12)
    at checkout (file:///srv/shop/current/main.mjs:49:33)
    at Object.onCheckout (file:///srv/shop/current/main.mjs:65:21)
    at Timeout.go [as _onTimeout] (file:///srv/shop/current/main.mjs:107:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 278 has no user',
      stack: `RangeError: entry 278 has no user
    at file:///srv/shop/current/admin-T2WB7IMO.mjs:7:26
    at Array.forEach (<anonymous>)
    at audit (file:///srv/shop/current/admin-T2WB7IMO.mjs:6:34)
    at Module.openPanel (file:///srv/shop/current/admin-T2WB7IMO.mjs:10:3)
    at Object.onPanel (file:///srv/shop/current/main.mjs:72:11)`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:3:41)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at Module.openTree (file:///srv/shop/current/admin-T2WB7IMO.mjs:13:10)
    at Object.onTree (file:///srv/shop/current/main.mjs:76:18)`,
    },
    onTreeDeeper: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:3:41)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)
    at walkTree (file:///srv/shop/current/chunk-WAF4VWXV.mjs:4:10)`,
    },
    onFetch: {
      type: 'TypeError',
      message: 'fetch failed',
      stack: `TypeError: fetch failed
    at node:internal/deps/undici/undici:14976:13`,
      cause: {
        type: 'Error',
        message: 'bad port',
        stack: `Error: bad port
    at makeNetworkError (node:internal/deps/undici/undici:9495:35)
    at mainFetch (node:internal/deps/undici/undici:10721:20)
    at fetching (node:internal/deps/undici/undici:10707:7)
    at fetch (node:internal/deps/undici/undici:10576:20)
    at fetch (node:internal/deps/undici/undici:14974:10)
    at fetch (node:internal/bootstrap/web/exposed-window-or-worker:72:12)
    at Object.onFetch (file:///srv/shop/current/main.mjs:84:18)
    at Timeout.go [as _onTimeout] (file:///srv/shop/current/main.mjs:107:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
      },
    },
    onDelegate: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (file:///srv/shop/current/main.mjs:95:24)
    at Object.onDelegate (file:///srv/shop/current/main.mjs:97:30)
    at Timeout.go [as _onTimeout] (file:///srv/shop/current/main.mjs:107:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
  },
  after: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:26:21)
    at file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:29:56
    at Array.map (<anonymous>)
    at cartTotal (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:29:42)
    at get total [as total] (file:///home/deploy/shop-2/main.mjs:20:12)
    at Object.onPay (file:///home/deploy/shop-2/main.mjs:56:55)
    at Timeout.go [as _onTimeout] (file:///home/deploy/shop-2/main.mjs:104:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at CartStore.readPrices (file:///home/deploy/shop-2/main.mjs:33:19)
    at async showCart (file:///home/deploy/shop-2/main.mjs:53:3)`,
    },
    onCheckout: {
      type: 'Error',
      message: 'checkout failed for order 292478',
      stack: `Error: checkout failed for order 292478
    at checkout (file:///home/deploy/shop-2/main.mjs:48:11)
    at Object.onCheckout (file:///home/deploy/shop-2/main.mjs:62:21)
    at Timeout.go [as _onTimeout] (file:///home/deploy/shop-2/main.mjs:104:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
      cause: {
        type: 'TypeError',
        message: "Cannot read properties of undefined (reading 'amount')",
        stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at lineTotal (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:26:21)
    at file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:29:56
    at Array.map (<anonymous>)
    at cartTotal (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:29:42)
    at get total [as total] (file:///home/deploy/shop-2/main.mjs:20:12)
    at checkout (file:///home/deploy/shop-2/main.mjs:46:33)
    at Object.onCheckout (file:///home/deploy/shop-2/main.mjs:62:21)
    at Timeout.go [as _onTimeout] (file:///home/deploy/shop-2/main.mjs:104:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
      },
    },
    onPanel: {
      type: 'RangeError',
      message: 'entry 930 has no user',
      stack: `RangeError: entry 930 has no user
    at file:///home/deploy/shop-2/admin-7I3ZY7FZ.mjs:9:26
    at Array.forEach (<anonymous>)
    at audit (file:///home/deploy/shop-2/admin-7I3ZY7FZ.mjs:8:34)
    at Module.openPanel (file:///home/deploy/shop-2/admin-7I3ZY7FZ.mjs:12:3)
    at Object.onPanel (file:///home/deploy/shop-2/main.mjs:69:11)`,
    },
    onTree: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:37:41)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at Module.openTree (file:///home/deploy/shop-2/admin-7I3ZY7FZ.mjs:15:10)
    at Object.onTree (file:///home/deploy/shop-2/main.mjs:73:18)`,
    },
    onTreeDeeper: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:37:41)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)
    at walkTree (file:///home/deploy/shop-2/chunk-ZIROLASZ.mjs:38:10)`,
    },
    onFetch: {
      type: 'TypeError',
      message: 'fetch failed',
      stack: `TypeError: fetch failed
    at node:internal/deps/undici/undici:14976:13`,
      cause: {
        type: 'Error',
        message: 'bad port',
        stack: `Error: bad port
    at makeNetworkError (node:internal/deps/undici/undici:9495:35)
    at mainFetch (node:internal/deps/undici/undici:10721:20)
    at fetching (node:internal/deps/undici/undici:10707:7)
    at fetch (node:internal/deps/undici/undici:10576:20)
    at fetch (node:internal/deps/undici/undici:14974:10)
    at fetch (node:internal/bootstrap/web/exposed-window-or-worker:72:12)
    at Object.onFetch (file:///home/deploy/shop-2/main.mjs:81:18)
    at Timeout.go [as _onTimeout] (file:///home/deploy/shop-2/main.mjs:104:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
      },
    },
    onDelegate: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'email')",
      stack: `TypeError: Cannot read properties of undefined (reading 'email')
    at Object.onSubmit (file:///home/deploy/shop-2/main.mjs:92:24)
    at Object.onDelegate (file:///home/deploy/shop-2/main.mjs:94:30)
    at Timeout.go [as _onTimeout] (file:///home/deploy/shop-2/main.mjs:104:41)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
  },
};
