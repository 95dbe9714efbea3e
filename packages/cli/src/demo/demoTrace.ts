import type { Chance } from './chance.js';

/** A trace as the payloads of its spans, the root first. */
export interface DemoTrace {
  readonly traceId: string;
  readonly rootId: string;
  readonly spans: readonly object[];
}

const WORK = [
  ['db', 'SELECT * FROM products WHERE id = $1', 3, 40],
  ['db', 'SELECT * FROM carts WHERE user_id = $1', 2, 25],
  ['db', 'INSERT INTO orders', 4, 60],
  ['cache.get', 'product:*', 1, 4],
  ['http.client', 'GET https://payments.example/v1/intents', 40, 400],
  ['http.client', 'GET https://stock.example/v2/levels', 15, 120],
  ['ui.render', 'ProductList', 5, 50],
  ['serialize', 'order', 1, 8],
] as const;

/** A trace of 5 to 15 spans: a page load, the request it makes, and what the server does for it. */
export function demoTrace(chance: Chance, page: string, at: number): DemoTrace {
  const traceId = chance.hex(32);
  const failed = chance.share() < 0.08;
  const children = chance.whole(3, 13);
  const durations = Array.from({ length: children }, () => chance.pick(WORK)).map(([op, name, low, high]) => ({
    op,
    name,
    duration: chance.whole(low, high) + chance.whole(0, 99) / 100,
  }));
  const busy = durations.reduce((sum, { duration }) => sum + duration, 0);
  const start = at - Math.ceil(busy) - chance.whole(60, 300);
  const span = (fields: object, from: number, duration: number): object => ({
    traceId,
    status: 'ok',
    metrics: {},
    ...fields,
    startTime: new Date(from).toISOString(),
    endTime: new Date(from + duration).toISOString(),
    duration,
  });
  const rootId = chance.hex(16);
  const requestId = chance.hex(16);
  const status = failed ? 'error' : 'ok';
  let from = start + 20;
  const work = durations.map(({ op, name, duration }) => {
    const began = from;
    from += duration;
    return span({ uuid: chance.hex(16), parentId: requestId, op, name }, began, duration);
  });
  const metrics = { 'cart.items': chance.whole(0, 9), 'lcp.ms': chance.whole(600, 3_200) };
  return {
    traceId,
    rootId,
    spans: [
      span({ uuid: rootId, op: 'pageload', name: page, status, metrics }, start, at - start),
      span(
        { uuid: requestId, parentId: rootId, op: 'http.server', name: `GET ${page}`, status },
        start + 10,
        busy + 20,
      ),
      ...work,
    ],
  };
}
