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
  expect([chart.step, chart.zone]).toEqual([86_400_000, 'UTC']);
});
