import { expect, test } from '@jest/globals';
import type { Part } from '@sluice/contract';
import { preparePart } from './preparePart.js';
import { makeEvent, makePart, testLogs } from './testing/samples.js';
import { userSightings } from './userSightings.js';

test('a user is seen at the time by which the event is ordered: near its arrival, and never later', () => {
  const arrival = Date.UTC(2026, 10, 20, 12);
  const events = [-25 * 3_600_000, -5_000, 0, 59_000].map((ms) => makeEvent('m', arrival + ms));
  const { rows } = preparePart(testLogs, makePart(['x', 'a', 'b', 'c'], { arrival, events }));
  expect(userSightings(rows).map(({ userKey, timestampMs }) => [userKey, timestampMs - arrival])).toEqual([
    ['id:u1', 0],
    ['id:u1', -5_000],
    ['id:u1', 0],
    ['id:u1', 0],
  ]);
});

test.each([
  ['server', true],
  [undefined, false],
  ['anything else', false],
])('a part whose key kind is %j is of a server key: %j', (keyKind, byServer) => {
  const part = { ...makePart(['a']), keyKind } as Part;
  expect(userSightings(preparePart(testLogs, part).rows)).toMatchObject([{ userKey: 'id:u1', byServer }]);
});

test('an event without a user yields no sighting', () => {
  const events = [{ ...makeEvent('m'), contexts: { 'user.name': 'somebody' } }];
  expect(userSightings(preparePart(testLogs, makePart(['a'], { events })).rows)).toEqual([]);
});
