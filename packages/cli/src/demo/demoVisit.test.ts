import { expect, test } from '@jest/globals';
import { EVENT_TYPES, isEventType, isValidPayload, parseTimestamp } from '@sluice/contract';
import { createChance } from './chance.js';
import { demoVisit } from './demoVisit.js';
import { createVisitor } from './visitor.js';

interface DemoEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly contexts: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

const NOW = Date.UTC(2026, 10, 20, 12);

function visits(seed: number, count: number): readonly (readonly DemoEvent[])[] {
  const chance = createChance(seed);
  return Array.from({ length: count }, () => demoVisit(chance, createVisitor(chance), NOW) as readonly DemoEvent[]);
}

test('every event of the stream is valid, and all types, releases, environments and users occur', () => {
  const events = visits(7, 200).flat();
  for (const { type, timestamp, payload } of events) {
    expect(isEventType(type) && isValidPayload[type](payload)).toBe(true);
    expect(parseTimestamp(timestamp)).toBe(NOW);
  }
  const distinct = (read: (event: DemoEvent) => string | undefined): number => new Set(events.map(read)).size;
  expect(distinct(({ type }) => type)).toBe(EVENT_TYPES.length);
  expect(distinct(({ contexts }) => contexts['release'])).toBe(3);
  expect(distinct(({ contexts }) => contexts['environment'])).toBe(2);
  expect(distinct(({ contexts }) => contexts['user.id'])).toBe(6);
  expect(distinct(({ contexts }) => contexts['device.userAgent'])).toBe(6);
});

test('a visit is one trace of 5 to 15 spans that lie within their parents', () => {
  for (const visit of visits(11, 100)) {
    const spans = visit.filter(({ type }) => type === 'span').map(({ payload }) => payload);
    expect(spans.length).toBeGreaterThanOrEqual(5);
    expect(spans.length).toBeLessThanOrEqual(15);
    expect(new Set(spans.map((span) => span['traceId'])).size).toBe(1);
    expect(spans.filter((span) => span['parentId'] === undefined)).toHaveLength(1);
    const ends = spans.map((span) => Date.parse(String(span['endTime'])));
    expect(Math.max(...ends)).toBeLessThanOrEqual(NOW);
  }
});

test('a seed gives the same stream again', () => {
  expect(visits(3, 5)).toEqual(visits(3, 5));
  expect(visits(3, 5)).not.toEqual(visits(4, 5));
});
