import { expect, test } from '@jest/globals';
import { readLatencies } from './latencyBuckets.mjs';

const buckets = (...counts) => new Map([0.5, 1, Infinity].map((bound, index) => [bound, counts[index]]));

test('returns the bounds that half and 99 % of the messages between two readings do not exceed', () => {
  expect(readLatencies(buckets(5, 5, 5), buckets(65, 105, 105))).toEqual({ messages: 100, p50S: 0.5, p99S: 1 });
});

test('counts all messages if there was no earlier reading', () => {
  expect(readLatencies(new Map(), buckets(1, 2, 3))).toEqual({ messages: 3, p50S: 1, p99S: Infinity });
});
