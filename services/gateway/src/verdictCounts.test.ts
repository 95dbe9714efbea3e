import { expect, test } from '@jest/globals';
import { TYPE_CODES, VERDICTS } from '@sluice/contract';
import { createVerdictCounts } from './verdictCounts.js';

test('events are counted once each, by type and verdict', () => {
  const counts = createVerdictCounts();
  counts.add('eelsu', 'ppprb');
  counts.add('ee', 'pt');
  expect(counts.take()).toEqual([
    { type: 'exception', outcome: 'processed', reason: '', count: 3 },
    { type: 'exception', outcome: 'rate_limited', reason: 'hourly_cap', count: 1 },
    { type: 'log', outcome: 'processed', reason: '', count: 1 },
    { type: 'span', outcome: 'rate_limited', reason: 'backlog', count: 1 },
    { type: 'unknown', outcome: 'invalid', reason: 'type', count: 1 },
  ]);
  expect(counts.take()).toEqual([]);
});

test('trace events, which have no type and no verdict, are not counted', () => {
  const counts = createVerdictCounts();
  counts.add('-e-', '-p-');
  expect(counts.take()).toEqual([{ type: 'exception', outcome: 'processed', reason: '', count: 1 }]);
});

test('every pair of a type and a verdict has its own count', () => {
  const counts = createVerdictCounts();
  for (const type of Object.values(TYPE_CODES)) for (const verdict of Object.keys(VERDICTS)) counts.add(type, verdict);
  const taken = counts.take();
  expect(taken).toHaveLength(Object.keys(TYPE_CODES).length * Object.keys(VERDICTS).length);
  expect(new Set(taken.map(({ count }) => count))).toEqual(new Set([1]));
});
