import { expect, test } from '@jest/globals';
import { nearestLogs } from './nearestLogs';

test.each([
  [[90, 10, 52, 49, 30], 3, [30, 49, 52]],
  [[9, 1], 3, [1, 9]],
  [[], 3, []],
])('of logs at %j the nearest %d to second 50 are %j', (seconds, most, expected) => {
  expect(nearestLogs(logsAt(...seconds), 50_000, most)).toEqual(logsAt(...expected));
});

function logsAt(...seconds: readonly number[]) {
  return seconds.map((second) => ({ timestamp: new Date(second * 1_000).toISOString() }));
}
