import type { Random } from './random.js';

/** A page of a visit. */
export interface Page {
  readonly path: string;
  /** The route, such as `/products/:id`. */
  readonly route: string;
  /** The request of the page: method and route. */
  readonly request: string;
}

/** Span payloads of one page, of the browser and the server. */
export interface DemoTrace {
  readonly traceId: string;
  readonly rootId: string;
  /** Whether the request failed. */
  readonly failed: boolean;
  /** End of the last span in milliseconds since 1970. */
  readonly end: number;
  /** Root first. */
  readonly browser: readonly object[];
  readonly server: readonly object[];
}

/** Work of the server, or of the page after the response: op, name, minimum and maximum milliseconds. */
type Work = readonly [op: string, name: string, low: number, high: number];

const SERVER_WORK: readonly Work[] = [
  ['db', 'SELECT * FROM products WHERE id = $1', 3, 40],
  ['db', 'SELECT * FROM carts WHERE user_id = $1', 2, 25],
  ['db', 'INSERT INTO orders', 4, 60],
  ['cache.get', 'product:*', 1, 4],
  ['http.client', 'GET https://payments.example/v1/intents', 40, 400],
  ['http.client', 'GET https://stock.example/v2/levels', 15, 120],
  ['serialize', 'order', 1, 8],
];
const PAGE_WORK: readonly Work[] = [
  ['ui.render', 'ProductList', 5, 50],
  ['ui.render', 'CartSummary', 2, 20],
  ['resource.script', '/assets/gallery.js', 20, 180],
];

interface Timed {
  readonly op: string;
  readonly name: string;
  readonly duration: number;
}

/**
 * Creates the trace of one page: a page load or navigation, its request, the work of the server and the work of the page after
 * the response. It has 5 to 10 spans, each within its parent; the root carries the browser's metrics.
 * @param start milliseconds since 1970
 */
export function demoTrace(chance: Random, page: Page, isFirst: boolean, start: number): DemoTrace {
  const traceId = chance.hex(32);
  const failed = chance.share() < 0.08;
  const some = (work: readonly Work[], low: number, high: number): readonly Timed[] =>
    Array.from({ length: chance.whole(low, high) }, () => timed(chance, work));
  const [served, shown] = [some(SERVER_WORK, 1, 5), some(PAGE_WORK, 1, 2)];
  const [rootId, requestId, handlerId] = [chance.hex(16), chance.hex(16), chance.hex(16)];
  const status = failed ? 'error' : 'ok';
  const span = (fields: object, from: number, duration: number): object => ({
    traceId,
    status: 'ok',
    metrics: {},
    ...fields,
    startTime: new Date(from).toISOString(),
    endTime: new Date(from + duration).toISOString(),
    duration,
  });
  const under = (parentId: string, work: readonly Timed[], begin: number): readonly object[] => {
    let from = begin;
    return work.map(({ op, name, duration }) => {
      const began = from;
      from += duration;
      return span({ uuid: chance.hex(16), parentId, op, name }, began, duration);
    });
  };
  const requestAt = start + (isFirst ? chance.whole(120, 400) : chance.whole(5, 30));
  const handling = total(served) + 4;
  const requested = handling + chance.whole(10, 60);
  const drawAt = requestAt + requested + 2;
  const end = Math.ceil(drawAt + total(shown) + chance.whole(20, 120));
  const metrics = { ...webVitals(chance, isFirst, end - start), 'cart.items': chance.whole(0, 9) };
  return {
    traceId,
    rootId,
    failed,
    end,
    browser: [
      span(
        { uuid: rootId, op: isFirst ? 'pageload' : 'navigation', name: page.route, status, metrics },
        start,
        end - start,
      ),
      span({ uuid: requestId, parentId: rootId, op: 'http.client', name: page.request, status }, requestAt, requested),
      ...under(rootId, shown, drawAt),
    ],
    server: [
      span(
        { uuid: handlerId, parentId: requestId, op: 'http.server', name: page.request, status },
        requestAt + 5,
        handling,
      ),
      ...under(handlerId, served, requestAt + 6),
    ],
  };
}

function timed(chance: Random, work: readonly Work[]): Timed {
  const [op, name, low, high] = chance.pick(work);
  return { op, name, duration: chance.whole(low, high) + chance.whole(0, 99) / 100 };
}

const total = (work: readonly Timed[]): number => work.reduce((sum, { duration }) => sum + duration, 0);

/** Web vitals of a page: milliseconds, except the unitless layout shift. */
function webVitals(chance: Random, isFirst: boolean, durationMs: number): Readonly<Record<string, number>> {
  const shift = { 'web_vital.cls': chance.whole(0, 250) / 1_000, 'web_vital.inp': chance.whole(20, 400) };
  if (!isFirst) return shift;
  return {
    ...shift,
    'web_vital.ttfb': chance.whole(40, 300),
    'web_vital.fcp': Math.round(durationMs * 0.6),
    'web_vital.lcp': Math.round(durationMs + chance.whole(200, 1_800)),
  };
}
