// Events as SDKs send them; the words of bodies.mjs replace everything that differs between batches.
import { AGENT, GROUP, SERIAL, TRACE, USER } from './bodies.mjs';

const SPANS_A_TRACE = 10;
const filler = (words) => Array.from({ length: words }, (_, i) => `word${i}`).join(' ');

const frames = (count) =>
  Array.from({ length: count }, (_, i) => ({
    file: `https://shop.example.com/assets/chunk-${i}.js`,
    function: `${GROUP}Handler${i}`,
    line: 1,
    column: 1000 + i * 37,
    inApp: i < count / 2,
  }));

const breadcrumbs = (count, bytes) =>
  Array.from({ length: count }, (_, i) => ({
    timestamp: new Date().toISOString(),
    category: i % 3 === 0 ? 'http' : 'console',
    level: 'info',
    message: `GET /api/cart/${i} ${filler(Math.max(0, Math.floor((bytes - 190) / 7)))}`,
    data: { url: `https://shop.example.com/api/cart/${i}`, status: 200, method: 'GET' },
  }));

/** @param {number} i its place in the batch */
const exceptionOf = (i, { frameCount, crumbs, crumbBytes }) => ({
  type: 'TypeError',
  message: `Cannot read properties of undefined (reading 'price')`,
  handled: false,
  // The place makes its group another one than its neighbours'.
  frames: frames(frameCount).map((frame) => ({
    ...frame,
    function: `${frame.function}At${'abcdefghijklmnopqrst'[i]}`,
  })),
  ...(crumbs > 0 ? { breadcrumbs: breadcrumbs(crumbs, crumbBytes) } : {}),
});

const payloads = {
  exception: (i) => exceptionOf(i, { frameCount: 12, crumbs: 0 }),
  exception5: (i) => exceptionOf(i, { frameCount: 12, crumbs: 8, crumbBytes: 390 }),
  exception50: (i) => exceptionOf(i, { frameCount: 40, crumbs: 100, crumbBytes: 457 }),
  log: (i) => ({
    level: 'info',
    message: `cart ${i} recalculated ${filler(60)}`,
    attributes: { items: i, total: 19.99, cart: SERIAL },
  }),
  span: (i) => {
    const start = Date.now() - 1_000 + i * 10;
    const place = i % SPANS_A_TRACE;
    return {
      uuid: `${SERIAL}-${i}`,
      name: `GET /api/cart/${place}`,
      traceId: `${TRACE}${Math.floor(i / SPANS_A_TRACE)}`,
      ...(place === 0 ? {} : { parentId: `${SERIAL}-${i - place}` }),
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + 12).toISOString(),
      duration: 12.5,
      op: place === 0 ? 'pageload' : 'http.client',
      status: 'ok',
      metrics: place === 0 ? { lcp: 1200 + i, ttfb: 80 } : {},
    };
  },
  hit: (i) => ({
    kind: 'pageview',
    url: `https://shop.example.com/products/${i}?ref=home`,
    title: filler(22),
    sessionId: USER,
  }),
  replay: (i) => ({ replayId: SERIAL, segment: i, events: [{ type: 3, data: { source: 2, text: filler(80) } }] }),
};

const TYPE_OF = { exception5: 'exception', exception50: 'exception' };

const contexts = () => ({
  environment: 'production',
  release: 'shop@4.2.1',
  'user.id': `u-${USER}`,
  'device.userAgent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.${AGENT} Safari/537.36`,
  'trace.id': `${TRACE}0`,
});

/** One batch: an event for each of `kinds`, a type or a size of exception. */
export const eventsOf = (kinds) =>
  kinds.map((kind, i) => ({
    type: TYPE_OF[kind] ?? kind,
    timestamp: new Date().toISOString(),
    tags: { serial: SERIAL, route: '/cart' },
    contexts: contexts(),
    payload: payloads[kind](i),
  }));

/** A page's batch of twenty events: the mix of the gateway's benchmark. */
export const MIX = [
  'exception',
  'exception',
  ...Array(6).fill('log'),
  ...Array(8).fill('span'),
  ...Array(3).fill('hit'),
  'replay',
];

/** How many events of each type one batch of `kinds` has. */
export function countTypes(kinds) {
  const counts = {};
  for (const kind of kinds) counts[TYPE_OF[kind] ?? kind] = (counts[TYPE_OF[kind] ?? kind] ?? 0) + 1;
  return counts;
}
