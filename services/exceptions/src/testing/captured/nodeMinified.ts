import type { CapturedBuilds } from '../capturedError.js';

/** Node 20: the shop, bundled and minified by esbuild, the entry without a hash, in two builds in two directories. Only directories and origins were rewritten. */
export const nodeMinified: CapturedBuilds<'onPay' | 'onShow' | 'onRedeem' | 'onEmpty'> = {
  before: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at y (file:///srv/shop/current/main.mjs:1:78)
    at file:///srv/shop/current/main.mjs:1:143
    at Array.map (<anonymous>)
    at d (file:///srv/shop/current/main.mjs:1:136)
    at get total [as total] (file:///srv/shop/current/main.mjs:1:421)
    at Object.onPay (file:///srv/shop/current/main.mjs:1:916)
    at Timeout.l [as _onTimeout] (file:///srv/shop/current/main.mjs:1:2216)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at o.readPrices (file:///srv/shop/current/main.mjs:1:577)
    at async T (file:///srv/shop/current/main.mjs:1:848)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at f (file:///srv/shop/current/main.mjs:1:219)
    at o.redeem (file:///srv/shop/current/main.mjs:1:466)
    at Object.onRedeem (file:///srv/shop/current/main.mjs:1:946)
    at Timeout.l [as _onTimeout] (file:///srv/shop/current/main.mjs:1:2216)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onEmpty: {
      type: 'TypeError',
      message: 'items are no list: string',
      stack: `TypeError: items are no list: string
    at new o (file:///srv/shop/current/main.mjs:1:326)
    at Object.onEmpty (file:///srv/shop/current/main.mjs:1:1038)
    at Timeout.l [as _onTimeout] (file:///srv/shop/current/main.mjs:1:2216)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
  },
  after: {
    onPay: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'amount')",
      stack: `TypeError: Cannot read properties of undefined (reading 'amount')
    at a (file:///home/deploy/shop-2/chunk-AVPKMSKO.mjs:2:161)
    at file:///home/deploy/shop-2/chunk-AVPKMSKO.mjs:2:226
    at Array.map (<anonymous>)
    at g (file:///home/deploy/shop-2/chunk-AVPKMSKO.mjs:2:219)
    at get total [as total] (file:///home/deploy/shop-2/main.mjs:1:271)
    at Object.onPay (file:///home/deploy/shop-2/main.mjs:1:832)
    at Timeout.m [as _onTimeout] (file:///home/deploy/shop-2/main.mjs:1:2132)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onShow: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: `TypeError: Cannot read properties of undefined (reading 'length')
    at t.readPrices (file:///home/deploy/shop-2/main.mjs:1:427)
    at async k (file:///home/deploy/shop-2/main.mjs:1:764)`,
    },
    onRedeem: {
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'toUpperCase')",
      stack: `TypeError: Cannot read properties of undefined (reading 'toUpperCase')
    at w (file:///home/deploy/shop-2/chunk-AVPKMSKO.mjs:2:302)
    at t.redeem (file:///home/deploy/shop-2/main.mjs:1:316)
    at Object.onRedeem (file:///home/deploy/shop-2/main.mjs:1:862)
    at Timeout.m [as _onTimeout] (file:///home/deploy/shop-2/main.mjs:1:2132)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
    onEmpty: {
      type: 'TypeError',
      message: 'items are no list: string',
      stack: `TypeError: items are no list: string
    at new t (file:///home/deploy/shop-2/main.mjs:1:176)
    at Object.onEmpty (file:///home/deploy/shop-2/main.mjs:1:954)
    at Timeout.m [as _onTimeout] (file:///home/deploy/shop-2/main.mjs:1:2132)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7)`,
    },
  },
};
