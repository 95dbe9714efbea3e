import { describe, expect, test } from '@jest/globals';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import { mergeTrace, type TraceDay } from './traceSummary.js';

const NOW = Date.UTC(2026, 10, 28, 12);
const DAY_MS = 86_400_000;
const YEARS = 5_000 * DAY_MS;
const id = eventIdOf(batchIdOf(NOW, 'a'.repeat(64)), NOW, 0);

describe('the times of a trace', () => {
  test.each([
    ['are as sent', [-900, -100, -900], [-900, -100]],
    ['are as sent by a clock that is 2 days behind', [-2 * DAY_MS, 5 - 2 * DAY_MS], [-2 * DAY_MS, 5 - 2 * DAY_MS]],
    ['are as sent by a clock in 1970', [-NOW, 5 - NOW], [-NOW, 5 - NOW]],
    ['are those near its arrival if another clock is in 1970', [-NOW, -100, -900], [-900, -100]],
    ['are those near its arrival if another clock is years ahead', [-900, YEARS, -900], [-900, 0]],
    ['are its arrival if no clock is near', [-NOW, YEARS, -NOW], [0, 0]],
  ])('%s', (_name, [start = 0, end = 0, root = start], expected) => {
    expect(timesOf([dayOf(NOW + start, NOW + end, NOW + root)])).toEqual(expected);
  });

  test('may be apart for as long as the greatest age of an event', () => {
    const days = [dayOf(NOW - 3 * DAY_MS, NOW - 100, NOW - 900)];
    expect(timesOf(days, 7 * DAY_MS)).toEqual([-3 * DAY_MS, -100]);
    expect(timesOf(days, DAY_MS / 24)).toEqual([-900, -100]);
  });

  test('of a job that runs for days are as sent', () => {
    const days = [dayOf(NOW, NOW + 5), { ...dayOf(NOW + 2 * DAY_MS, NOW + 2 * DAY_MS + 9), day: '2026-11-30' }];
    expect(timesOf(days)).toEqual([0, 2 * DAY_MS + 9]);
  });
});

function timesOf(days: readonly TraceDay[], maxAgeMs?: number): readonly number[] {
  const summary = mergeTrace(days, maxAgeMs)?.summary;
  return [summary?.firstStart, summary?.lastEnd].map((time) => (time?.getTime() ?? NaN) - NOW);
}

function headAt(start: number) {
  return {
    start,
    uuid: `s${start}`,
    id,
    name: 'n',
    op: null,
    environment: null,
    user: null,
  };
}

/** A trace of one day whose first root began at `rootMs`. */
function dayOf(startMs: number, endMs: number, rootMs = startMs): TraceDay {
  return {
    day: '2026-11-28',
    trace_id: 't',
    first_id: id,
    span_count: '2',
    error_count: '0',
    first_start: new Date(startMs),
    last_end: new Date(endMs),
    roots: [headAt(rootMs)],
    earliest: headAt(startMs),
  };
}
