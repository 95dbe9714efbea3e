import { expect, test } from '@jest/globals';
import { layOut, summarize } from './summary.mjs';

test('a summary has medians, minimums and maximums, without runs and series', () => {
  const result = {
    ratio: { median: 0.123456, least: 0.1, most: 1 / 3, runs: [0.1, 0.2] },
    samples: { depth: [{ at: 0, events: 1 }] },
    buckets: [{ at: 0, types: {} }],
    cases: [{ case: 'mixed', notOk: 0 }],
    budgets: [],
  };
  expect(summarize(result)).toEqual({
    ratio: '0.1235 (0.1–0.3333)',
    cases: [{ case: 'mixed', notOk: 0 }],
    budgets: [],
  });
});

test('prints values that fit on one line; the layout does not change the JSON', () => {
  const value = {
    short: { a: 1, b: [1, 2] },
    long: Array.from({ length: 5 }, (_, n) => ({ n, text: 'x'.repeat(40) })),
  };
  const text = layOut(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.split('\n')).toHaveLength(10);
});
