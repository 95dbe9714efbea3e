import { expect, test } from '@jest/globals';
import { shardOf } from './shardOf.js';

test('a project always has the same shard, in every process', () => {
  expect(['1', '2', '42', '9007199254740993'].map((id) => shardOf(id, 8))).toEqual([4, 5, 3, 1]);
});

test('projects spread over all shards', () => {
  const counts = new Array<number>(8).fill(0);
  for (let id = 1; id <= 8_000; id += 1) {
    const shard = shardOf(String(id), 8);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  for (const count of counts) expect(count).toBeGreaterThan(600);
});

test('with one shard all projects are on it', () => {
  expect(shardOf('anything', 1)).toBe(0);
});
