import { describe, expect, test } from '@jest/globals';
import type { EventType } from './eventTypes.js';
import { rateLimitsHeader, retryAfter } from './rateLimits.js';

describe('X-Service-Rate-Limits and Retry-After (protocol 4.1)', () => {
  test.each<[Partial<Record<EventType, number>>, string | undefined, number | undefined]>([
    [{}, undefined, undefined],
    [{ span: 30 }, '30:span', 30],
    [{ span: 30, exception: 30 }, '30:exception;span', 30],
    [{ replay: 60, span: 30, exception: 30 }, '30:exception;span, 60:replay', 30],
    [{ replay: 5, exception: 900, log: 5 }, '900:exception, 5:log;replay', 5],
    [{ hit: 0 }, '0:hit', 1],
    [{ metric: 30 }, undefined, 30],
  ])('are written for the hold-offs %j', (entries, header, after) => {
    expect(rateLimitsHeader(holdOffs(entries))).toBe(header);
    expect(retryAfter(holdOffs(entries))).toBe(after);
  });
});

function holdOffs(entries: Partial<Record<EventType, number>>): Map<EventType, number> {
  return new Map(Object.entries(entries) as [EventType, number][]);
}
