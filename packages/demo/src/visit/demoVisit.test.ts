import { describe, expect, test } from '@jest/globals';
import { WIRE_TYPES, isWireType, isValidPayload, parseTimestamp } from '@sluice/contract';
import { failedVisit, nextVisit } from '../nextVisit.js';
import { createRandom } from '../random.js';
import { demoVisit } from './demoVisit.js';
import { createVisitor } from '../shop/visitor.js';

interface DemoEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly contexts: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;

const context = (name: string) => (event: DemoEvent) => event.contexts[name];
const distinct = (values: readonly unknown[]): number => new Set(values).size;
const isCartBug = ({ payload }: DemoEvent): boolean => String(payload['message']).includes('percent');

describe('the demo stream', () => {
  const events = visits(7, 400).flat(2);

  test('has valid events only, of all types, none from the future', () => {
    for (const { type, timestamp, payload } of events) {
      expect([type, isWireType(type) && isValidPayload[type](payload)]).toEqual([type, true]);
      expect(parseTimestamp(timestamp)).toBeLessThanOrEqual(NOW);
    }
    expect(distinct(events.map(({ type }) => type))).toBe(WIRE_TYPES.length);
  });

  test('has three releases of the pages and two services, two environments, and users who come back', () => {
    const releases = new Set(events.map(context('release')));
    expect(releases).toEqual(
      new Set(['shop@1.2.3', 'shop@1.2.4', 'shop@1.3.0', 'shop-api@2.8.1', 'shop-worker@0.9.4']),
    );
    expect(distinct(events.map(context('environment')))).toBe(2);
    const sessions = events.filter(({ payload }) => payload['kind'] === 'pageview');
    const known = sessions.filter(({ contexts }) => contexts['user.id'] !== undefined);
    const users = distinct(known.map(context('user.id')));
    expect(users).toBeGreaterThan(30);
    expect(distinct(known.map(({ payload }) => payload['sessionId']))).toBeGreaterThan(users);
  });

  test('has issues of pages and services, in the stacks of three engines', () => {
    const exceptions = exceptionsOf(events);
    expect(distinct(exceptions.map(({ payload }) => payload['type']))).toBeGreaterThanOrEqual(8);
    const stacks = exceptions.map(({ payload }) => String(payload['stack']));
    expect(stacks.filter((stack) => stack.includes('\n    at ct (https://')).length).toBeGreaterThan(0);
    expect(stacks.filter((stack) => stack.includes('ct@https://')).length).toBeGreaterThan(0);
    expect(exceptions.every(({ contexts }) => contexts['trace.id'] && contexts['span.id'])).toBe(true);
    expect(exceptions.some(({ contexts }) => contexts['replay.id'])).toBe(true);
    expect(exceptions.some(({ payload }) => Array.isArray(payload['frames']))).toBe(true);
  });

  test('has the bug of the cart in the bad release only, which also fails more payments', () => {
    const inBad = exceptionsOf(events).filter(isCartBug);
    expect(inBad.length).toBeGreaterThan(10);
    expect(new Set(inBad.map(context('release')))).toEqual(new Set(['shop@1.3.0']));
    const before = visits(7, 400, 2 * DAY_MS).flat(2);
    const inProduction = before.filter(({ contexts }) => contexts['environment'] === 'production');
    expect(exceptionsOf(inProduction).filter(isCartBug)).toEqual([]);
    const payments = (all: readonly DemoEvent[]): number =>
      exceptionsOf(all).filter(({ payload }) => payload['type'] === 'PaymentError').length;
    expect(payments(events)).toBeGreaterThan(2 * payments(before));
  });

  test('has web vitals on page loads', () => {
    const loads = events.filter(({ payload }) => payload['op'] === 'pageload');
    expect(loads.length).toBeGreaterThan(300);
    for (const { payload } of loads) expect(Object.keys(payload['metrics'] as object)).toContain('web_vital.lcp');
  });

  test('has crawlers besides the visitors', () => {
    const chance = createRandom(3);
    const agents = Array.from({ length: 100 }, () => nextVisit(chance, NOW, NOW)).flatMap((batches) =>
      batches.map(({ agent }) => agent),
    );
    expect(agents.some((agent) => agent.includes('Googlebot'))).toBe(true);
  });
});

test.each([0, 14 * DAY_MS])('a failed visit of %d ms ago has a log of the error', (ageMs) => {
  for (let seed = 0; seed < 20; seed += 1) {
    const events = failedVisit(createRandom(seed), NOW - ageMs, NOW).flatMap((batch) => batch.events) as DemoEvent[];
    expect(events.filter(({ type, payload }) => type === 'log' && payload['level'] === 'error')).not.toEqual([]);
  }
});

test('each page of a visit is one trace of several services, whose children do not start before their parents', () => {
  for (const visit of visits(11, 100)) {
    const spans = visit.flat().filter(({ type }) => type === 'span');
    const byTrace = new Map<unknown, DemoEvent[]>();
    for (const span of spans) {
      const { traceId } = span.payload;
      byTrace.set(traceId, [...(byTrace.get(traceId) ?? []), span]);
    }
    expect(byTrace.size).toBeGreaterThan(0);
    for (const own of byTrace.values()) {
      const byId = new Map(own.map((span) => [span.payload['uuid'], span.payload]));
      expect(own.filter(({ payload }) => payload['parentId'] === undefined)).toHaveLength(1);
      expect(distinct(own.map(context('service.name')))).toBeGreaterThanOrEqual(2);
      for (const { payload } of own) {
        const parent = payload['parentId'] === undefined ? payload : byId.get(payload['parentId']);
        expect(Date.parse(String(payload['startTime']))).toBeGreaterThanOrEqual(
          Date.parse(String(parent?.['startTime'])),
        );
      }
    }
  }
});

test("a visit's pages name the trace before them, and its replay's segments follow each other", () => {
  for (const visit of visits(5, 100)) {
    const events = visit.flat();
    const roots = events.filter(({ type, payload }) => type === 'span' && payload['parentId'] === undefined);
    const traces = roots.map(({ payload }) => payload['traceId']);
    expect(roots.map(context('previous_trace.id'))).toEqual([undefined, ...traces.slice(0, -1)]);
    const segments = events.filter(({ type }) => type === 'replay').map(({ payload }) => payload);
    expect(distinct(segments.map(({ replayId }) => replayId))).toBeLessThanOrEqual(1);
    const ends = segments.map(({ startTime, endTime }) => [String(startTime), String(endTime)]).flat();
    expect(ends).toEqual([...ends].sort());
    expect(distinct(events.map(context('user.id')))).toBe(1);
  }
});

test('a replay shows the page: a document, movements, and times in order', () => {
  const segments = visits(5, 40)
    .flat(2)
    .filter(({ type }) => type === 'replay')
    .map(({ payload }) => payload['events'] as readonly { type: number; timestamp: number; data: object }[]);
  expect(segments.length).toBeGreaterThan(10);
  for (const recorded of segments) {
    expect(recorded.slice(0, 2).map(({ type }) => type)).toEqual([4, 2]);
    expect(JSON.stringify(recorded[1])).toContain('Kiln & Clay');
    const times = recorded.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});

test('a seed gives the same stream again', () => {
  expect(visits(3, 5)).toEqual(visits(3, 5));
  expect(visits(3, 5)).not.toEqual(visits(4, 5));
});

test('a segment of a replay is as long as its events, as one of the SDK is', () => {
  const segments = visits(11, 60)
    .flat(2)
    .filter(({ type }) => type === 'replay')
    .map(({ payload }) => payload as unknown as Segment);
  expect(segments.length).toBeGreaterThan(5);
  const timesAt = (index: number): readonly number[] =>
    segments.map(({ events }) => Math.floor(events.at(index)?.timestamp ?? 0));
  expect(segments.map(({ startTime }) => Date.parse(startTime))).toEqual(timesAt(0));
  expect(segments.map(({ endTime }) => Date.parse(endTime))).toEqual(timesAt(-1));
});

interface Segment {
  readonly startTime: string;
  readonly endTime: string;
  readonly events: readonly { readonly timestamp: number }[];
}

/** Visits as the batches of their events. @param ageMs how long ago they are */
function visits(seed: number, count: number, ageMs = 0): readonly (readonly (readonly DemoEvent[])[])[] {
  const chance = createRandom(seed);
  return Array.from({ length: count }, () =>
    demoVisit(chance, createVisitor(chance, ageMs), NOW - ageMs, ageMs).map(
      ({ events }) => events as readonly DemoEvent[],
    ),
  );
}

function exceptionsOf(events: readonly DemoEvent[]): readonly DemoEvent[] {
  return events.filter(({ type }) => type === 'exception');
}
