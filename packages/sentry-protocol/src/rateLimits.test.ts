import { EVENT_TYPES, type EventType } from '@sluice/contract';
import { expect, test } from '@jest/globals';
import { CATEGORIES_OF, sentryRateLimits, UNTAKEN_CATEGORIES } from './rateLimits.js';

const limits = (holdOffs: readonly [EventType, number][], untaken?: number): string | undefined =>
  sentryRateLimits(new Map(holdOffs), untaken);

test('names the categories of each type that is held off', () => {
  expect(
    limits([
      ['exception', 60],
      ['replay', 5],
    ]),
  ).toBe('60:error;security:organization, 5:replay:organization');
});

test('puts equal times into one group', () => {
  expect(
    limits([
      ['replay', 60],
      ['span', 60],
    ]),
  ).toBe('60:transaction;span;replay:organization');
});

test('holds off metrics by the names of all SDKs', () => {
  expect(limits([['metric', 60]])).toBe('60:trace_metric;metric:organization');
});

test('holds off what is never taken', () => {
  expect(limits([], 86_400)).toBe(`86400:${UNTAKEN_CATEGORIES.join(';')}:organization`);
});

test('has no group without categories, which SDKs would read as all of them', () => {
  expect(limits([['hit', 60]])).toBeUndefined();
  expect(
    limits([
      ['hit', 60],
      ['log', 7],
    ]),
  ).toBe('7:log_item;default;feedback:organization');
  expect(limits([])).toBeUndefined();
});

test('names no category twice', () => {
  const all = [...EVENT_TYPES.flatMap((type) => CATEGORIES_OF[type]), ...UNTAKEN_CATEGORIES];
  expect(new Set(all).size).toBe(all.length);
});
