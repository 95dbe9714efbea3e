import type { Random } from './random.js';
import { demoException } from './demoException.js';
import { demoTrace, type DemoTrace, type Page } from './demoTrace.js';
import { replaySegment } from './replaySegment.js';
import type { DemoBatch } from './sendBatch.js';
import type { Visitor } from './visitor.js';

/** The path through the shop; most visitors leave early. */
const JOURNEY: readonly Page[] = [
  { path: '/', route: '/', request: 'GET /api/offers' },
  { path: '/products', route: '/products', request: 'GET /api/products' },
  { path: '/products/4711', route: '/products/:id', request: 'GET /api/products/:id' },
  { path: '/cart', route: '/cart', request: 'GET /api/cart' },
  { path: '/checkout', route: '/checkout', request: 'POST /api/orders' },
];

const LOGS = [
  ['info', 'cart updated'],
  ['info', 'checkout started'],
  ['debug', 'price cache hit'],
  ['warning', 'payment provider is slow, retrying'],
] as const;

/** Log messages of the shop's server. */
const SERVER = { release: 'shop-api@1.9.2', agent: 'node' } as const;

/** Time spent on a page in milliseconds. */
const LOOK_MS = { least: 2_000, most: 15_000 } as const;

const SITE = 'https://shop.example';

/** One page of a visit. */
interface PageView {
  readonly page: Page;
  readonly trace: DemoTrace;
  readonly from: number;
  readonly to: number;
  readonly replayId: string | undefined;
  readonly segment: number;
  readonly previousTraceId: string | undefined;
}

/**
 * Yields the batches of one visit: for each page the browser's page view, spans, logs, exception, custom hit and replay
 * segment, and the server's spans of the same trace, linked by trace, previous trace, replay, session and user.
 * @param now end of the visit in milliseconds since 1970
 */
export function demoVisit(chance: Random, visitor: Visitor, now: number): readonly DemoBatch[] {
  const entry = chance.share() < 0.6 ? 0 : chance.whole(1, JOURNEY.length - 1);
  const pages = JOURNEY.slice(entry, entry + chance.whole(1, 4));
  const lengths = pages.map(() => chance.whole(LOOK_MS.least, LOOK_MS.most));
  const replayId = chance.share() < 0.4 ? chance.hex(32) : undefined;
  let from = now - lengths.reduce((sum, length) => sum + length, 0);
  let previousTraceId: string | undefined;
  return pages.flatMap((page, segment) => {
    const to = from + (lengths[segment] ?? 0);
    const trace = demoTrace(chance, page, segment === 0, from);
    const look = { page, trace, from, to, replayId, segment, previousTraceId };
    from = to;
    previousTraceId = trace.traceId;
    return [browserBatch(chance, visitor, look), serverBatch(visitor, look)];
  });
}

function browserBatch(chance: Random, visitor: Visitor, look: PageView): DemoBatch {
  const { page, trace, replayId, previousTraceId } = look;
  const replay = replayId === undefined ? {} : { 'replay.id': replayId };
  const contexts = { ...visitor.contexts, ...replay };
  const traced = { ...contexts, 'trace.id': trace.traceId, 'span.id': trace.rootId };
  const previous = previousTraceId === undefined ? {} : { 'previous_trace.id': previousTraceId };
  const tags = { page: page.route, plan: chance.pick(['free', 'plus', 'pro']) };
  const event = (type: string, at: number, payload: object, eventContexts: object): object => ({
    type,
    timestamp: new Date(at).toISOString(),
    tags,
    contexts: eventContexts,
    payload,
  });
  const url = SITE + page.path;
  const hit = { url, sessionId: visitor.session };
  const logs = Array.from({ length: chance.whole(1, 3) }, () => chance.pick(LOGS));
  const mistake =
    trace.failed || chance.share() < 0.25
      ? demoException(chance, visitor, { page: page.path, at: trace.end })
      : undefined;
  const events = [
    event('hit', look.from, { kind: 'pageview', referrer: `${SITE}/`, title: 'Shop', ...hit }, traced),
    ...trace.browser.map((payload, index) =>
      event('span', trace.end, payload, { ...contexts, ...(index === 0 ? previous : httpOf(page, trace, index)) }),
    ),
    ...logs.map(([level, message]) =>
      event('log', trace.end, { level, message, attributes: { page: page.path, items: chance.whole(0, 9) } }, traced),
    ),
    ...(mistake === undefined ? [] : [event('exception', trace.end, mistake, traced)]),
    ...(chance.share() < 0.2 ? [event('hit', trace.end, { kind: 'custom', name: 'add_to_cart', ...hit }, traced)] : []),
    ...segmentOf(chance, look, url).map((payload) => event('replay', look.to, payload, traced)),
  ];
  return { events, agent: visitor.agent };
}

/** Contexts of the page's request, its second span. */
function httpOf({ request }: Page, { failed }: DemoTrace, index: number): object {
  const [method = 'GET'] = request.split(' ');
  return index === 1 ? { 'http.method': method, 'http.status_code': failed ? 503 : 200 } : {};
}

/** The replay segment of the page if the visit is recorded; one in twenty is dropped. */
function segmentOf(chance: Random, { replayId, segment, from, to }: PageView, url: string): readonly object[] {
  if (replayId === undefined || (segment > 0 && chance.share() < 0.05)) return [];
  return [replaySegment(chance, { replayId, segment, url, from, to })];
}

/** Events of the shop's server for the same trace: its spans, and a log if it failed. */
function serverBatch({ environment, user }: Visitor, { page, trace }: PageView): DemoBatch {
  const contexts = { environment, release: SERVER.release, ...user };
  const timestamp = new Date(trace.end).toISOString();
  const spans = trace.server.map((payload, index) => ({
    type: 'span',
    timestamp,
    contexts: { ...contexts, ...httpOf(page, trace, index + 1) },
    payload,
  }));
  const failure = {
    type: 'log',
    timestamp,
    contexts: { ...contexts, 'trace.id': trace.traceId },
    payload: { level: 'error', message: `${page.request} failed: payment provider answered 503`, attributes: {} },
  };
  return { events: trace.failed ? [...spans, failure] : spans, agent: SERVER.agent };
}
