import type { Engine } from '../shop/browsers.js';

/** A call: name in the minified code, then source and text at its position, or the column in a vendor file without a map. */
export type MinifiedCall =
  readonly [name: string, source: string, text: string] | readonly [name: string, vendorColumn: number];

/** A bug in the shop's pages. */
export interface BrowserFault {
  readonly type: string;
  /** One message for all browsers, or one per engine. */
  readonly message: string | Readonly<Record<Engine, string>>;
  readonly level?: 'fatal' | 'error' | 'warning' | 'info';
  readonly handled: boolean;
  /** Newest call first. */
  readonly calls: readonly MinifiedCall[];
  /** Cause of the exception. */
  readonly cause?: { readonly type: string; readonly message: string; readonly calls: readonly MinifiedCall[] };
  /** Routes where it happens. */
  readonly routes: readonly string[];
  /** Probability per view of such a page, by release; `rest` is any other release. */
  readonly share: Readonly<Record<string, number>> & { readonly rest: number };
  /** Engines in which it happens; all by default. */
  readonly engines?: readonly Engine[];
}

const REACT: readonly MinifiedCall[] = [
  ['Uo', 12_044],
  ['Zs', 40_310],
  ['Ll', 88_127],
];

const REQUEST: readonly MinifiedCall[] = [['o', 'src/lib/requestJson.ts', 'new HttpError']];

/** Bugs of the shop. The first one exists in the bad release only. */
export const BROWSER_FAULTS: readonly BrowserFault[] = [
  {
    type: 'TypeError',
    message: {
      v8: "Cannot read properties of undefined (reading 'percent')",
      gecko: 'can\'t access property "percent", e.discount is undefined',
      jsc: "undefined is not an object (evaluating 'e.discount.percent')",
    },
    handled: false,
    calls: [
      ['', 'src/cart/cartTotal.ts', 'percent'],
      ['ct', 'src/cart/cartTotal.ts', 'reduce'],
      ['', 'src/cart/CartPage.tsx', 'cartTotal(lines)'],
      ...REACT.slice(0, 1),
      ['Cp', 'src/cart/CartPage.tsx', 'useMemo('],
      ...REACT,
    ],
    routes: ['/cart', '/checkout', '/products/:id'],
    share: { 'shop@1.3.0': 0.34, rest: 0 },
  },
  {
    type: 'OrderError',
    message: 'The order could not be placed',
    handled: true,
    calls: [
      ['po', 'src/checkout/placeOrder.ts', 'new OrderError'],
      ['onSubmit', 'src/checkout/CheckoutForm.tsx', 'placeOrder(draft)'],
    ],
    cause: { type: 'HttpError', message: 'POST /api/orders answered 502', calls: REQUEST },
    routes: ['/checkout'],
    share: { 'shop@1.3.0': 0.22, rest: 0.04 },
  },
  {
    type: 'TimeoutError',
    message: {
      v8: 'signal timed out',
      gecko: 'The operation timed out.',
      jsc: 'The operation timed out.',
    },
    level: 'warning',
    handled: true,
    calls: [['lr', 'src/product/loadRecommendations.ts', 'requestJson(']],
    routes: ['/cart', '/products/:id'],
    share: { 'shop@1.3.0': 0.09, rest: 0.004 },
  },
  {
    type: 'RangeError',
    message: {
      v8: 'Invalid time value',
      gecko: 'invalid date',
      jsc: 'Invalid Date',
    },
    handled: false,
    calls: [
      ['dd', 'src/checkout/deliveryDate.tsx', 'toISOString'],
      ['Dn', 'src/checkout/deliveryDate.tsx', 'deliveryDate(order'],
      ...REACT,
    ],
    routes: ['/account/orders', '/checkout/done'],
    share: { rest: 0.3 },
  },
  {
    type: 'TypeError',
    message: {
      v8: 'e.images.map is not a function',
      gecko: 'e.images.map is not a function',
      jsc: "e.images.map is not a function. (In 'e.images.map(t)', 'e.images.map' is undefined)",
    },
    handled: false,
    calls: [['Ga', 'src/product/Gallery.tsx', 'product.images.map('], ...REACT],
    routes: ['/products/:id'],
    share: { 'shop@1.2.3': 0.2, rest: 0 },
  },
  {
    type: 'ChunkLoadError',
    message: 'Loading chunk checkout failed.',
    handled: true,
    calls: [['lc', 'src/lib/loadCheckout.ts', 'import(']],
    routes: ['/cart'],
    share: { rest: 0.06 },
  },
  {
    type: 'SyntaxError',
    message: {
      v8: 'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
      gecko: 'JSON.parse: unexpected character at line 1 column 1 of the JSON data',
      jsc: "JSON Parse error: Unrecognized token '<'",
    },
    handled: false,
    calls: [['o', 'src/lib/requestJson.ts', 'JSON.parse']],
    routes: ['/search', '/products'],
    share: { rest: 0.08 },
  },
  {
    type: 'QuotaExceededError',
    message: 'The quota has been exceeded.',
    level: 'warning',
    handled: false,
    calls: [['sc', 'src/cart/storeCart.ts', 'setItem']],
    routes: ['/products/:id', '/cart'],
    share: { rest: 0.16 },
    engines: ['jsc'],
  },
  {
    type: 'TypeError',
    message: {
      v8: 'Failed to fetch',
      gecko: 'NetworkError when attempting to fetch resource.',
      jsc: 'Load failed',
    },
    level: 'warning',
    handled: false,
    calls: [['o', 'src/lib/requestJson.ts', 'fetch(url']],
    routes: ['/', '/products', '/search'],
    share: { rest: 0.04 },
  },
  {
    type: 'Error',
    message: 'ResizeObserver loop completed with undelivered notifications.',
    level: 'info',
    handled: false,
    calls: [],
    routes: ['/products', '/products/:id', '/search'],
    share: { rest: 0.03 },
  },
];
