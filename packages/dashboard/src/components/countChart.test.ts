import { expect, test } from '@jest/globals';
import { countChart } from './countChart';

test('a day that is not counted yet has no value', () => {
  const data = [
    { time: '2026-11-20T00:00:00.000Z', visits: 0 },
    { time: '2026-11-21T00:00:00.000Z', visits: 4 },
  ];
  const chart = countChart({ interval: 'day', data, uncounted: ['2026-11-20'] }, [
    { id: 'visits', label: 'Visits', color: 'series-1', read: ({ visits }) => visits },
  ]);
  expect(chart.series[0]?.values).toEqual([null, 4]);
  expect(chart.step).toBe(86_400_000);
});

test('a day of the reader that shares hours with an uncounted UTC day has no value', () => {
  const data = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'].map((day) => ({
    time: `${day}T18:30:00.000Z`,
  }));
  const chart = countChart({ interval: 'day', data, uncounted: ['2026-11-20'] }, [
    { id: 'visits', label: 'Visits', color: 'series-1', read: () => 1 },
  ]);
  expect(chart.series[0]?.values).toEqual([1, null, null, 1]);
});
