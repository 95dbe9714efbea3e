import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { orderingTime } from './orderingTime.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 28, 12);
const arrival = { arrivalMs: NOW };

describe('the time by which an event is ordered', () => {
  test.each([
    ['of its client', NOW - 5, NOW - 5],
    ['of a client 23 hours behind', NOW - 23 * HOUR, NOW - 23 * HOUR],
    ['of a client 24 hours behind', NOW - DAY, NOW - DAY],
    ['its arrival, 24 hours and a millisecond behind', NOW - DAY - 1, NOW],
    ['its arrival, 25 hours behind', NOW - 25 * HOUR, NOW],
    ['its arrival, 2 days behind', NOW - 2 * DAY, NOW],
    ['its arrival, in 1970', 86_400_000, NOW],
    ['its arrival, a minute ahead', NOW + 60_000, NOW],
    ['its arrival, years ahead', NOW + 9 * 365 * DAY, NOW],
  ])('is that %s', (_name, clientMs, expected) => {
    expect(orderingTime(clientMs, arrival)).toBe(expected);
  });

  test('has the bound of a setting', () => {
    expect(orderingTime(NOW - 3 * HOUR, { ...arrival, maxAgeMs: 3 * HOUR })).toBe(NOW - 3 * HOUR);
    expect(orderingTime(NOW - 3 * HOUR - 1, { ...arrival, maxAgeMs: 3 * HOUR })).toBe(NOW);
  });

  test('is at most the arrival and at least 24 hours before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (clientMs) => {
        const time = orderingTime(clientMs, arrival);
        expect(time).toBeLessThanOrEqual(NOW);
        expect(time).toBeGreaterThanOrEqual(NOW - DAY);
      }),
    );
  });
});
