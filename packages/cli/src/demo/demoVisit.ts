import type { Chance } from './chance.js';
import { demoException } from './demoException.js';
import { demoTrace } from './demoTrace.js';
import type { Visitor } from './visitor.js';

const PAGES = ['/', '/products', '/products/4711', '/cart', '/checkout', '/account/orders'] as const;

const LOGS = [
  ['info', 'cart updated'],
  ['info', 'checkout started'],
  ['debug', 'price cache hit'],
  ['warning', 'payment provider is slow, retrying'],
  ['error', 'order could not be confirmed'],
] as const;

/** A replay segment's events: a document, and a mouse that moves over it. */
function replayEvents(chance: Chance, page: string, at: number): readonly object[] {
  const move = (index: number): object => ({
    type: 3,
    timestamp: at + index * 50,
    data: { source: 1, positions: [{ x: chance.whole(0, 1280), y: chance.whole(0, 720), id: 1, timeOffset: 0 }] },
  });
  return [
    { type: 4, timestamp: at, data: { href: `https://shop.example${page}`, width: 1280, height: 720 } },
    ...Array.from({ length: chance.whole(3, 12) }, (_, index) => move(index)),
  ];
}

/**
 * What one visitor's look at one page sends: a page view, a trace, logs, now and then an exception, a custom hit and a
 * replay segment, all bound together by trace, session and replay. @param at milliseconds since 1970
 */
export function demoVisit(chance: Chance, visitor: Visitor, at: number): readonly object[] {
  const page = chance.pick(PAGES);
  const { traceId, rootId, spans } = demoTrace(chance, page, at);
  const replayId = chance.hex(32);
  const recorded = chance.share() < 0.3;
  const contexts = { ...visitor.contexts, ...(recorded ? { 'replay.id': replayId } : {}) };
  const traced = { ...contexts, 'trace.id': traceId, 'span.id': rootId };
  const event = (type: string, payload: object, eventContexts: object = traced): object => ({
    type,
    timestamp: new Date(at).toISOString(),
    tags: { page, plan: chance.pick(['free', 'plus', 'pro']) },
    contexts: eventContexts,
    payload,
  });
  const log = (): object => {
    const [level, message] = chance.pick(LOGS);
    return event('log', { level, message, attributes: { page, items: chance.whole(0, 9) } });
  };
  const url = `https://shop.example${page}`;
  return [
    event(
      'hit',
      { kind: 'pageview', url, referrer: 'https://search.example/', title: 'Shop', sessionId: visitor.session },
      contexts,
    ),
    ...spans.map((payload) => event('span', payload, contexts)),
    ...Array.from({ length: chance.whole(1, 4) }, log),
    ...(chance.share() < 0.25 ? [event('exception', demoException(chance, page, at))] : []),
    ...(chance.share() < 0.2
      ? [event('hit', { kind: 'custom', name: 'add_to_cart', url, sessionId: visitor.session }, contexts)]
      : []),
    ...(recorded
      ? [
          event(
            'replay',
            { replayId, segment: 0, startTime: new Date(at).toISOString(), events: replayEvents(chance, page, at) },
            contexts,
          ),
        ]
      : []),
  ];
}
