import type { BrowserException } from '../faults/browserException.js';
import type { Random } from '../random.js';
import type { DemoBatch } from '../sendBatch.js';
import { SERVICE_RELEASES } from '../shop/shopRelease.js';
import type { Page } from '../shop/journey.js';
import type { PageTrace } from './pageTrace.js';
import type { Visitor } from '../shop/visitor.js';

export const SITE = 'https://shop.example';

/** One page of a visit, with everything that happened on it. */
export interface PageView {
  readonly page: Page;
  readonly trace: PageTrace;
  /** When it was opened and left, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Position in the visit, from 0. */
  readonly segment: number;
  readonly previous: PageView | undefined;
  readonly exception: BrowserException | undefined;
  /** The recording; without a payload if the segment was lost. */
  readonly replay: { readonly id: string; readonly payload?: object } | undefined;
}

type Contexts = Readonly<Record<string, string | number | undefined>>;

const eventAt =
  (tags: Readonly<Record<string, string>>) =>
  (type: string, at: number, contexts: Contexts, payload: object): object => ({
    type,
    timestamp: new Date(Math.round(at)).toISOString(),
    tags,
    contexts,
    payload,
  });

/** Returns the events of the browser. */
export function browserBatch(chance: Random, visitor: Visitor, view: PageView): DemoBatch {
  const { page, trace, from, to, previous, exception, replay } = view;
  const url = SITE + page.path;
  const contexts = {
    environment: visitor.environment,
    release: visitor.release.version,
    'device.userAgent': visitor.browser.agent,
    'page.url': url,
    'service.name': 'web',
    ...visitor.user,
    ...(replay === undefined ? {} : { 'replay.id': replay.id }),
  };
  const traced = { ...contexts, 'trace.id': trace.traceId, 'span.id': trace.rootId };
  const event = eventAt({ page: page.route, ...visitor.tags });
  const referrer = previous === undefined ? visitor.referrer : SITE + previous.page.path;
  const hit = { url, title: page.title, sessionId: visitor.session, ...(referrer === undefined ? {} : { referrer }) };
  const before = previous === undefined ? {} : { 'previous_trace.id': previous.trace.traceId };
  const events = [
    event('hit', from, traced, { kind: 'pageview', ...hit }),
    ...trace.spans
      .filter(({ service }) => service === 'web')
      .map(({ payload, contexts: own, end }) =>
        event('span', end, { ...contexts, ...own, ...(payload.parentId === undefined ? before : {}) }, payload),
      ),
    ...consoleLogs(chance, view).map((payload) => event('log', trace.end, traced, payload)),
    ...(exception === undefined ? [] : [event('exception', trace.end - 10, traced, exception.payload)]),
    ...customHits(chance, view).map((name) => event('hit', to - 200, traced, { kind: 'custom', name, ...hit })),
    ...(replay?.payload === undefined ? [] : [event('replay', to, traced, replay.payload)]),
  ];
  return { events, agent: visitor.browser.agent, address: visitor.address };
}

/** What the page's console shows. */
function consoleLogs(chance: Random, { page, trace }: PageView): readonly object[] {
  const failed = trace.answers.filter(({ status }) => status >= 500);
  const errors = failed.map(({ name, status }) => ({
    level: 'error',
    message: `${name} ${status}`,
    attributes: { 'console.method': 'error', route: page.route },
  }));
  if (!chance.maybe(0.12)) return errors;
  const attributes = { 'console.method': 'warn', route: page.route };
  return [...errors, { level: 'warning', message: 'Image without width and height: layout may shift', attributes }];
}

/** Names of the custom hits of a page. */
function customHits(chance: Random, { page, trace, exception }: PageView): readonly string[] {
  const ordered = trace.answers.some(({ name, status }) => name === 'POST /api/orders' && status === 201);
  if (exception?.isFatal === true) return [];
  if (page.route === '/checkout') return ordered ? ['checkout_started', 'order_placed'] : ['checkout_started'];
  if (page.route === '/products/:id' && chance.maybe(0.45)) return ['add_to_cart'];
  if (page.route === '/search') return ['search'];
  return page.route === '/' && chance.maybe(0.04) ? ['newsletter_signup'] : [];
}

/** Returns the events of the services that took part, one batch for each. */
export function serviceBatches(visitor: Visitor, { trace }: PageView): readonly DemoBatch[] {
  return (['api', 'worker'] as const).flatMap((service) => {
    const contexts = {
      environment: visitor.environment,
      release: SERVICE_RELEASES[service],
      ...visitor.user,
      'service.name': service,
      'server.name': `${service}-1`,
    };
    const own = <T extends { readonly service: string }>(items: readonly T[]): readonly T[] =>
      items.filter((item) => item.service === service);
    const linked = (spanId: string): Contexts => ({ ...contexts, 'trace.id': trace.traceId, 'span.id': spanId });
    const event = eventAt({ service });
    const events = [
      ...own(trace.spans).map(({ payload, contexts: more, end }) =>
        event('span', end, { ...contexts, ...more }, payload),
      ),
      ...own(trace.logs).map(({ at, level, message, attributes, spanId }) =>
        event('log', at, linked(spanId), { level, message, attributes }),
      ),
      ...own(trace.exceptions).map(({ at, spanId, payload }) => event('exception', at, linked(spanId), payload)),
    ];
    return events.length === 0 ? [] : [{ events, agent: 'node', address: '10.0.4.7' }];
  });
}
