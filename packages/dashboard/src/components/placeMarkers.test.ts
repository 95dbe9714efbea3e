import { expect, test } from '@jest/globals';
import { placeMarkers } from './placeMarkers';

const markersAt = (...times: readonly number[]) => times.map((time) => ({ time, label: `v${time}` }));

test('markers are placed from left to right, with the room until the next one', () => {
  expect(placed(200, 50)).toEqual([
    [50, 150, 'v50'],
    [200, 100, 'v200'],
  ]);
});

test('markers that are too near for a pointer share a place', () => {
  expect(placed(10, 20, 33, 34)).toEqual([
    [10, 24, 'v10 v20 v33'],
    [34, 266, 'v34'],
  ]);
});

test('markers outside of the plot are left out', () => {
  expect(placed(-1, 301)).toEqual([]);
});

function placed(...times: readonly number[]) {
  return placeMarkers(markersAt(...times), (time) => time, 300).map(({ left, room, markers }) => [
    left,
    room,
    markers.map(({ label }) => label).join(' '),
  ]);
}
