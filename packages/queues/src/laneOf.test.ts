import { expect, test } from '@jest/globals';
import { laneOf } from './laneOf.js';

test('a project has the same lane everywhere and for ever', () => {
  expect(['1', '2', '42', '9007199254740993'].map((id) => laneOf(id, 8))).toEqual([4, 5, 3, 1]);
});

test('projects spread over all lanes', () => {
  const counts = new Array<number>(8).fill(0);
  for (let id = 1; id <= 8_000; id += 1) {
    const lane = laneOf(String(id), 8);
    counts[lane] = (counts[lane] ?? 0) + 1;
  }
  for (const count of counts) expect(count).toBeGreaterThan(600);
});

test('one lane takes them all', () => {
  expect(laneOf('anything', 1)).toBe(0);
});
