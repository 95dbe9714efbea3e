import type { Chance } from './chance.js';

interface Frame {
  readonly file: string;
  readonly function: string;
  readonly line: number;
  readonly column: number;
  readonly inApp: boolean;
}

interface Mistake {
  readonly type: string;
  readonly message: string;
  readonly handled: boolean;
  readonly frames: readonly Frame[];
}

const frame = (name: string, line: number, column: number, file = '/assets/app.4f2c91.js'): Frame => ({
  file: `https://shop.example${file}`,
  function: name,
  line,
  column,
  inApp: !file.includes('vendor'),
});

const VENDOR = '/assets/vendor.91ab07.js';

/** Mistakes that shops make; frames are newest call first, as a minified bundle shows them. */
const MISTAKES: readonly Mistake[] = [
  {
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'price')",
    handled: false,
    frames: [
      frame('totalOf', 1, 48_213),
      frame('Cart', 1, 51_877),
      frame('renderWithHooks', 1, 12_044, VENDOR),
      frame('beginWork', 1, 40_310, VENDOR),
    ],
  },
  {
    type: 'NetworkError',
    message: 'POST /api/orders answered 503',
    handled: true,
    frames: [frame('request', 1, 9_120), frame('placeOrder', 1, 77_402), frame('onSubmit', 1, 78_011)],
  },
  {
    type: 'RangeError',
    message: 'Invalid time value',
    handled: false,
    frames: [frame('toISOString', 1, 3_377, VENDOR), frame('deliveryDate', 1, 60_551), frame('Checkout', 1, 62_090)],
  },
  {
    type: 'ChunkLoadError',
    message: 'Loading chunk 214 failed.',
    handled: true,
    frames: [frame('n.f.j', 1, 1_204, '/assets/runtime.77ce02.js'), frame('loadGallery', 1, 30_118)],
  },
];

/** The payload of an exception, with its stack as text and what led to it. @param at milliseconds since 1970 */
export function demoException(chance: Chance, page: string, at: number): object {
  const mistake = chance.pick(MISTAKES);
  const lines = mistake.frames.map((f) => `    at ${f.function} (${f.file}:${f.line}:${f.column})`);
  const before = (ms: number): string => new Date(at - ms).toISOString();
  return {
    ...mistake,
    level: mistake.handled ? 'warning' : 'error',
    stack: [`${mistake.type}: ${mistake.message}`, ...lines].join('\n'),
    breadcrumbs: [
      { timestamp: before(4_200), category: 'navigation', type: 'default', level: 'info', message: page },
      { timestamp: before(900), category: 'ui.click', type: 'user', level: 'info', message: 'button#buy' },
      { timestamp: before(350), category: 'fetch', type: 'http', level: 'info', message: 'POST /api/orders' },
    ],
  };
}
