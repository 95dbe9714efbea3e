import { expect, test } from '@jest/globals';
import { createHistory } from './history.js';

const NOW = Date.UTC(2026, 10, 20, 12, 30);
const HOUR_MS = 3_600_000;

test('the shares of the visits go from the start of the history to now, in order', () => {
  const momentOf = createHistory(NOW, 14 * 24 * HOUR_MS);
  const moments = Array.from({ length: 101 }, (_, percent) => momentOf(percent / 100));
  expect(moments[0]).toBe(NOW - 14 * 24 * HOUR_MS);
  expect(moments[100]).toBe(NOW);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
});

test('evenings have more visits than nights', () => {
  const momentOf = createHistory(NOW, 24 * HOUR_MS);
  const hours = Array.from({ length: 1_000 }, (_, index) => new Date(momentOf(index / 1_000)).getUTCHours());
  const at = (hour: number): number => hours.filter((candidate) => candidate === hour).length;
  expect(at(20)).toBeGreaterThan(5 * at(3));
});

test('a history shorter than an hour ends now', () => {
  const momentOf = createHistory(NOW, 60_000);
  expect([momentOf(0), momentOf(1)]).toEqual([NOW - 60_000, NOW]);
});
