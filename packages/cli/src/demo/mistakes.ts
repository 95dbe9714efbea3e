import type { Engine } from './visitor.js';

/** A call in a bundle: bundle, function, and position in the newest build. */
export type BundledCall = readonly [bundle: 'app' | 'vendor' | 'runtime' | 'gallery', name: string, column: number];

/** A bug in the shop's browser code. */
export interface Mistake {
  readonly type: string;
  /** One message for all browsers, or one per engine. */
  readonly message: string | Readonly<Record<Engine, string>>;
  readonly handled: boolean;
  /** Newest call first. */
  readonly calls: readonly BundledCall[];
  /** Cause of the exception. */
  readonly cause?: { readonly type: string; readonly message: string };
  /** Pages where it happens. */
  readonly pages: readonly string[];
  /** Affected releases; all by default. */
  readonly releases?: readonly string[];
}

/** Typical bugs of shops. */
export const MISTAKES: readonly Mistake[] = [
  {
    type: 'TypeError',
    message: {
      v8: "Cannot read properties of undefined (reading 'price')",
      gecko: 'can\'t access property "price", e is undefined',
      jsc: "undefined is not an object (evaluating 'e.price')",
    },
    handled: false,
    calls: [
      ['app', 'totalOf', 48_213],
      ['app', 'Cart', 51_877],
      ['vendor', 'Uo', 12_044],
      ['vendor', 'Zs', 40_310],
      ['vendor', 'Ll', 88_127],
    ],
    pages: ['/cart', '/checkout'],
  },
  {
    type: 'OrderError',
    message: 'The order could not be placed',
    handled: true,
    calls: [
      ['app', 'placeOrder', 77_402],
      ['app', 'onSubmit', 78_011],
    ],
    cause: { type: 'HttpError', message: 'POST /api/orders answered 503' },
    pages: ['/checkout'],
  },
  {
    type: 'RangeError',
    message: {
      v8: 'Invalid time value',
      gecko: 'date value is not finite in Date.prototype.toISOString()',
      jsc: 'Invalid Date',
    },
    handled: false,
    calls: [
      ['vendor', 'formatISO', 3_377],
      ['app', 'deliveryDate', 60_551],
      ['app', 'Checkout', 62_090],
      ['vendor', 'Uo', 12_044],
    ],
    pages: ['/checkout'],
    releases: ['shop@2.4.1', 'shop@2.5.0-rc.1'],
  },
  {
    type: 'ChunkLoadError',
    message: 'Loading chunk 214 failed.',
    handled: true,
    calls: [
      ['runtime', 'd.f.j', 1_204],
      ['app', 'loadGallery', 30_118],
    ],
    pages: ['/', '/products', '/products/4711'],
  },
  {
    type: 'TypeError',
    message: {
      v8: 'e.images.map is not a function',
      gecko: 'e.images.map is not a function',
      jsc: "e.images.map is not a function. (In 'e.images.map(t)', 'e.images.map' is undefined)",
    },
    handled: false,
    calls: [
      ['gallery', 'Gallery', 2_215],
      ['vendor', 'Uo', 12_044],
    ],
    pages: ['/products/4711'],
    releases: ['shop@2.3.7', 'shop@2.4.0'],
  },
];
