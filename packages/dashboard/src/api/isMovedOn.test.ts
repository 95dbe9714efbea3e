import { expect, test } from '@jest/globals';
import { isMovedOn } from './isMovedOn';

test.each([
  ['a minute', key('27T10:00', '28T10:00'), key('27T10:00', '28T10:01')],
  ['a night', key('27T10:00', '28T10:00'), key('28T00:00', '29T00:30')],
  ['a minute into the next hour', key('28T10:00', '28T11:59'), key('28T11:00', '28T12:00')],
  ['half an hour, by which it is longer', key('28T10:00', '28T11:00'), key('28T10:00', '28T11:30')],
  ['a weekend', key('27T10:00', '27T11:59'), key('29T09:00', '29T10:01')],
])('a range that moved on by %s is the same range', (_name, before, after) => {
  expect(isMovedOn(before, after)).toBe(true);
});

test.each([
  ['the same range', key('27T10:00', '28T10:00'), key('27T10:00', '28T10:00')],
  ['an earlier one', key('27T10:00', '28T10:01'), key('27T10:00', '28T10:00')],
  ['a longer one', key('27T10:00', '28T10:00'), key('21T10:00', '28T10:01')],
  ['a shorter one', key('14T10:00', '28T10:00'), key('21T10:00', '28T10:01')],
  ['one that was chosen by its ends', key('28T10:05', '28T11:05'), key('28T10:06', '28T11:06')],
  ['another filter', key('27T10:00', '28T10:00'), key('27T10:00', '28T10:01', { level: 'error' })],
  ['another operation', key('27T10:00', '28T10:00'), key('27T10:00', '28T10:01', {}, 'GET /logs')],
  ['no range', ['GET /issues', {}, {}], ['GET /issues', {}, {}]],
])('%s is another range', (_name, before, after) => {
  expect(isMovedOn(before, after)).toBe(false);
});

function key(from: string, to: string, rest: object = {}, operation = 'GET /issues') {
  return [operation, { org: 'demo' }, { ...rest, from: `2026-11-${from}:00.000Z`, to: `2026-11-${to}:00.000Z` }];
}
