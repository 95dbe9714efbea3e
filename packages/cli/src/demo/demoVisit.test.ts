import { describe, expect, test } from '@jest/globals';
import { EVENT_TYPES, isEventType, isValidPayload, parseTimestamp } from '@sluice/contract';
import { createRandom } from './random.js';
import { demoVisit } from './demoVisit.js';
import { createVisitor } from './visitor.js';

interface DemoEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly contexts: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

const NOW = Date.UTC(2026, 10, 20, 12);

/** Visits as the batches of their events. */
function visits(seed: number, count: number): readonly (readonly (readonly DemoEvent[])[])[] {
  const chance = createRandom(seed);
  return Array.from({ length: count }, () =>
    demoVisit(chance, createVisitor(chance), NOW).map(({ events }) => events as readonly DemoEvent[]),
  );
}

const context = (name: string) => (event: DemoEvent) => event.contexts[name];
const distinct = (values: readonly unknown[]): number => new Set(values).size;

describe('the demo stream', () => {
  const events = visits(7, 200).flat(2);
  const exceptions = events.filter(({ type }) => type === 'exception');

  test('has valid events only, of all types, none from the future', () => {
    for (const { type, timestamp, payload } of events) {
      expect(isEventType(type) && isValidPayload[type](payload)).toBe(true);
      expect(parseTimestamp(timestamp)).toBeLessThanOrEqual(NOW);
    }
    expect(distinct(events.map(({ type }) => type))).toBe(EVENT_TYPES.length);
  });

  test('has several releases, environments, users and browsers', () => {
    expect(distinct(events.map(context('release')))).toBe(5);
    expect(distinct(events.map(context('environment')))).toBe(2);
    expect(distinct(events.map(context('user.id')))).toBe(6);
    expect(distinct(events.map(context('device.userAgent')))).toBe(7);
  });

  test('has every mistake, in the wording and the stacks of three engines and of several builds', () => {
    expect(distinct(exceptions.map(({ payload }) => payload['type']))).toBe(4);
    const stacks = exceptions.map(({ payload }) => String(payload['stack']));
    expect(stacks.filter((stack) => stack.includes('\n    at totalOf (https://')).length).toBeGreaterThan(0);
    expect(stacks.filter((stack) => stack.startsWith('totalOf@https://')).length).toBeGreaterThan(0);
    expect(distinct(stacks.map((stack) => /app\.([0-9a-f]{8})\.js/.exec(stack)?.[1]))).toBeGreaterThanOrEqual(4);
    expect(exceptions.every(({ contexts }) => contexts['trace.id'] && contexts['span.id'])).toBe(true);
    expect(exceptions.some(({ contexts }) => contexts['replay.id'])).toBe(true);
  });

  test('has web vitals on page loads', () => {
    const loads = events.filter(({ payload }) => payload['op'] === 'pageload');
    for (const { payload } of loads) expect(Object.keys(payload['metrics'] as object)).toContain('web_vital.lcp');
  });
});

test('each page of a visit is one trace that browser and server share, its spans within their parents', () => {
  for (const batches of visits(11, 100)) {
    for (let index = 0; index < batches.length; index += 2) {
      const spans = [...(batches[index] ?? []), ...(batches[index + 1] ?? [])]
        .filter(({ type }) => type === 'span')
        .map(({ payload }) => payload);
      expect(spans.length).toBeGreaterThanOrEqual(5);
      expect(spans.length).toBeLessThanOrEqual(10);
      expect(distinct(spans.map((span) => span['traceId']))).toBe(1);
      const byId = new Map(spans.map((span) => [span['uuid'], span]));
      expect(spans.filter((span) => span['parentId'] === undefined)).toHaveLength(1);
      for (const span of spans) {
        const parent = span['parentId'] === undefined ? span : byId.get(span['parentId']);
        expect(Date.parse(String(span['startTime']))).toBeGreaterThanOrEqual(Date.parse(String(parent?.['startTime'])));
        expect(Date.parse(String(span['endTime']))).toBeLessThanOrEqual(Date.parse(String(parent?.['endTime'])));
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

test('a seed gives the same stream again', () => {
  expect(visits(3, 5)).toEqual(visits(3, 5));
  expect(visits(3, 5)).not.toEqual(visits(4, 5));
});
