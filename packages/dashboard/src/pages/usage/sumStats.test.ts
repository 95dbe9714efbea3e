import { describe, expect, test } from '@jest/globals';
import { outcomeChart, sumByType, sumCells, sumReasons, type StatsCells } from './sumStats';

const HOUR = 3_600_000;

const cells = [
  cell(10, 'log', { received: 9, processed: 5, filtered: 3, invalid: 1 }, { crawler: 2, ip: 1, payload: 1 }),
  cell(11, 'log', { received: 4, rateLimited: 3, quotaExceeded: 1, limited: 4 }, { spike: 3, monthly_quota: 1 }),
  cell(11, 'span', { received: 7, processed: 6, filtered: 1 }, { ip: 1 }),
] as unknown as StatsCells;

describe('the displayed sums', () => {
  test('add up: received is processed, filtered, limited and invalid', () => {
    for (const sums of [sumCells(cells), ...sumByType(cells)]) {
      expect(sums.processed + sums.filtered + sums.limited + sums.invalid).toBe(sums.received);
    }
    expect(sumCells(cells)).toMatchObject({ received: 20, limited: 4, quotaExceeded: 1 });
  });

  test('of the types are the sum of all', () => {
    const types = sumByType(cells);
    expect(types.map(({ type, received }) => [type, received])).toEqual([
      ['log', 13],
      ['span', 7],
    ]);
    expect(types.reduce((sum, { received }) => sum + received, 0)).toBe(sumCells(cells).received);
  });

  test('of the reasons are all events that were not processed', () => {
    const { received, processed } = sumCells(cells);
    const reasons = sumReasons(cells);
    expect(reasons.reduce((sum, { count }) => sum + count, 0)).toBe(received - processed);
    expect(reasons.find(({ reason }) => reason === 'ip')).toEqual({ reason: 'ip', count: 2, types: ['log', 'span'] });
  });

  test('of the chart are those of the range, with a bar for each step', () => {
    const range = { from: new Date(9.5 * HOUR), to: new Date(11.5 * HOUR) };
    const { times, series } = outcomeChart(cells, range, HOUR);
    expect(times.map((time) => time / HOUR)).toEqual([9, 10, 11]);
    const drawn = series.flatMap(({ values }) => values).reduce<number>((sum, value) => sum + (value ?? 0), 0);
    expect(drawn).toBe(sumCells(cells).received);
  });
});

function cell(hour: number, type: string, counts: Record<string, number>, reasons: Record<string, number>) {
  return {
    time: new Date(hour * HOUR).toISOString(),
    type,
    processed: 0,
    filtered: 0,
    invalid: 0,
    rateLimited: 0,
    quotaExceeded: 0,
    limited: 0,
    ...counts,
    reasons,
  };
}
