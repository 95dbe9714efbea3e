import { serverException } from '../faults/serverException.js';
import { SERVER_FAULTS } from '../faults/serverFaults.js';
import type { Random } from '../random.js';
import { processOrder } from './processOrder.js';
import type { TraceRecorder } from './traceRecorder.js';

/** A request of a page. */
export interface ApiRequest {
  /** Method and route. */
  readonly name: string;
  /** Span of the page that sends it. */
  readonly parentId: string;
  /** When it is sent, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the bad release sends it: it asks for too much, and its orders fail more often. */
  readonly isBadRelease: boolean;
  /** How long ago it is, in milliseconds. */
  readonly ageMs: number;
}

/** How a request ended. */
export interface ApiAnswer {
  readonly end: number;
  readonly status: number;
}

/** Work of a handler: op, name, median of milliseconds. */
type Work = readonly [op: string, name: string, median: number];

const WORK: Readonly<Record<string, readonly Work[]>> = {
  'GET /api/offers': [['cache.get', 'offers:home', 1.5]],
  'GET /api/products': [
    ['cache.get', 'products:page:1', 1.5],
    ['db', 'SELECT * FROM products ORDER BY rank LIMIT $1', 14],
  ],
  'GET /api/search': [['http.client', 'POST https://search.internal/products/_search', 42]],
  'GET /api/products/:id': [
    ['db', 'SELECT * FROM products WHERE id = $1', 4],
    ['db', 'SELECT * FROM reviews WHERE product_id = $1 LIMIT 20', 9],
  ],
  'GET /api/recommendations': [['cache.get', 'recommendations:*', 2]],
  'GET /api/cart': [
    ['db', 'SELECT * FROM carts WHERE user_id = $1', 3],
    ['db', 'SELECT * FROM cart_lines WHERE cart_id = $1', 5],
  ],
  'POST /api/orders': [
    ['db', 'SELECT * FROM carts WHERE id = $1 FOR UPDATE', 5],
    ['db', 'UPDATE stock SET left = left - $1 WHERE sku = $2', 8],
    ['http.client', 'POST https://payments.example/v1/intents', 190],
    ['db', 'INSERT INTO orders', 6],
    ['queue.publish', 'orders.placed', 2],
  ],
  'GET /api/orders/:number': [['db', 'SELECT * FROM orders WHERE number = $1', 4]],
  'GET /api/orders': [['db', 'SELECT * FROM orders WHERE user_id = $1 ORDER BY id DESC', 7]],
};

/** The bad release asks for every product of the cart, and the service answers with one query for each. */
function slowRecommendations(chance: Random): readonly Work[] {
  const one: Work = ['db', 'SELECT * FROM products WHERE id = $1', 62];
  return [
    ['cache.get', 'recommendations:*', 2],
    ['db', 'SELECT product_id FROM order_lines WHERE order_id = ANY($1)', 180],
    ...Array.from({ length: chance.whole(6, 14) }, () => one),
  ];
}

function workOf(
  chance: Random,
  name: string,
  { isSlow, isInvalid }: { readonly isSlow: boolean; readonly isInvalid: boolean },
): readonly Work[] {
  if (isSlow) return slowRecommendations(chance);
  const work = WORK[name] ?? [];
  return isInvalid ? work.slice(0, 1) : work;
}

/** How a failed order is answered. */
const STATUS = { payment: 502, deadlock: 500, validation: 422 } as const;

/** Adds a request to the trace: the page's span, the service's span and its work, logs, and what failed. */
export function serveRequest(chance: Random, trace: TraceRecorder, request: ApiRequest): ApiAnswer {
  const { name, parentId, at, isBadRelease } = request;
  const [method = 'GET', route = '/'] = name.split(' ');
  const isSlow = isBadRelease && route === '/api/recommendations';
  const isOrder = name === 'POST /api/orders';
  const failure = failureOf(chance, isOrder, isBadRelease);
  const [clientId, handlerId] = [trace.newId(), trace.newId()];
  const network = chance.duration(24);
  const start = at + network;
  let now = start + 1;
  for (const [op, what, median] of workOf(chance, name, { isSlow, isInvalid: failure === 'validation' })) {
    const took = chance.duration(median) * (failure === 'payment' && what.includes('payments') ? 6 : 1);
    const isError =
      failure === 'payment' ? what.includes('payments') : failure === 'deadlock' && what.startsWith('UPDATE');
    const contexts = op === 'http.client' ? { 'http.status_code': isError ? 503 : 200 } : {};
    trace.span({ service: 'api', op, name: what, parentId: handlerId, isError, contexts }, now, now + took);
    now += took;
    if (isError) break;
  }
  const end = now + chance.duration(2);
  const status = failure === undefined ? (isOrder ? 201 : 200) : STATUS[failure];
  const isError = status >= 500;
  const http = { 'http.method': method, 'http.route': route, 'http.status_code': status };
  const bytes = { 'response.bytes': chance.whole(400, 18_000) };
  trace.span(
    {
      service: 'api',
      op: 'http.server',
      name,
      id: handlerId,
      parentId: clientId,
      isError,
      contexts: http,
      metrics: bytes,
    },
    start,
    end,
  );
  const back = end + chance.duration(18);
  trace.span({ service: 'web', op: 'http.client', name, id: clientId, parentId, isError, contexts: http }, at, back);
  logRequest(chance, trace, { name, status, ms: end - start, at: end, spanId: handlerId, isSlow });
  if (failure !== undefined)
    trace.exception('api', end - 1, handlerId, serverException(chance, SERVER_FAULTS[failure]));
  if (status === 201) processOrder(chance, trace, { parentId: handlerId, at: end, ageMs: request.ageMs });
  return { end: back, status };
}

function failureOf(chance: Random, isOrder: boolean, isBadRelease: boolean): keyof typeof STATUS | undefined {
  if (!isOrder) return undefined;
  if (chance.maybe(isBadRelease ? 0.34 : 0.05)) return 'payment';
  if (chance.maybe(0.09)) return 'validation';
  return chance.maybe(0.02) ? 'deadlock' : undefined;
}

interface Served {
  readonly name: string;
  readonly status: number;
  readonly ms: number;
  readonly at: number;
  readonly spanId: string;
  readonly isSlow: boolean;
}

function logRequest(chance: Random, trace: TraceRecorder, { name, status, ms, at, spanId, isSlow }: Served): void {
  const [method = '', route = ''] = name.split(' ');
  const durationMs = Math.round(ms);
  const entry = { service: 'api', at, spanId } as const;
  const attributes = { method, route, status, durationMs, requestId: chance.hex(12) };
  const level = status >= 500 ? 'error' : isSlow ? 'warning' : 'info';
  trace.log({ ...entry, level, message: `${name} ${status} in ${durationMs} ms`, attributes });
  if (isSlow)
    trace.log({
      ...entry,
      level: 'warning',
      message: 'slow query',
      attributes: { route, durationMs, table: 'products' },
    });
  if (name !== 'POST /api/orders') return;
  const order = {
    orderId: `K-${chance.whole(10_000, 99_999)}`,
    items: chance.whole(1, 5),
    totalCents: chance.whole(1_890, 24_000),
  };
  if (status === 502) {
    trace.log({
      ...entry,
      level: 'error',
      message: 'payment failed',
      attributes: { ...order, provider: 'payments.example', attempt: 3 },
    });
  } else if (status === 201) {
    trace.log({ ...entry, level: 'info', message: 'order placed', attributes: order });
  }
}
