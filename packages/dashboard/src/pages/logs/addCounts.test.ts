import { expect, test } from '@jest/globals';
import { addCounts } from './addCounts';

const FROM = '2026-01-01T00:00:00.000Z';

test('pages add up, also where they share an interval, and levels are in the order of severity', () => {
  const counts = addCounts([
    page([1, { info: 2 }], [2, { info: 1, error: 1 }]),
    page([0, { debug: 1 }], [1, { info: 3 }]),
  ]);
  expect(counts).toMatchObject({
    step: 60_000,
    levels: [
      { level: 'error', values: [0, 0, 1] },
      { level: 'info', values: [0, 5, 1] },
      { level: 'debug', values: [1, 0, 0] },
    ],
    totals: { info: 6, error: 1, debug: 1 },
    total: 8,
  });
  expect(counts.times).toEqual([0, 1, 2].map((minute) => Date.parse(FROM) + minute * 60_000));
});

test('a count that begins within a bar is there, one that reaches the first bar is in it, and one outside the range nowhere', () => {
  const times = [
    '2025-12-31T23:59:00.000Z',
    '2025-12-31T23:59:30.000Z',
    '2026-01-01T00:01:30.000Z',
    '2026-01-01T00:03:00.000Z',
    'never',
  ];
  const data = times.map((time) => ({ time, levels: { info: 1 } }));
  expect(addCounts([{ ...page(), data }])).toMatchObject({ levels: [{ level: 'info', values: [1, 1, 0] }], total: 2 });
});

test('nothing is counted without a page', () => {
  expect(addCounts([])).toMatchObject({ total: 0, times: [] });
});

function page(...data: readonly (readonly [minute: number, levels: Readonly<Record<string, number>>])[]) {
  return {
    from: FROM,
    to: '2026-01-01T00:03:00.000Z',
    interval: 60,
    data: data.map(([minute, levels]) => ({ time: `2026-01-01T00:0${minute}:00.000Z`, levels })),
  };
}
