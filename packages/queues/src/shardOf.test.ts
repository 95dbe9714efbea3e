import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { earlierShardsOf, shardOf, shardOfBatch } from './shardOf.js';

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

const hashes = Array.from({ length: 8_000 }, (_, batch) => createHash('sha256').update(String(batch)).digest('hex'));

describe('the shard of a batch', () => {
  test.each([[{}], [{ '8': 4 }], [{ '7': 1 }]])('with the spread %j is that of its project 7', (spread) => {
    for (const hash of hashes.slice(0, 100)) {
      expect(shardOfBatch({ projectId: '7', hash }, { shards: 8, spread })).toBe(shardOf('7', 8));
    }
    expect(shardOfBatch({ projectId: '7', hash: '' }, { shards: 8 })).toBe(shardOf('7', 8));
  });

  test.each([
    [4, 8],
    [8, 8],
    [3, 3],
    [5, 7],
  ])('of a project that spreads over %i of %i shards is one of as many, evenly', (over, shards) => {
    const counts = countsOf({ shards, spread: { '7': over } });
    const home = shardOf('7', shards);
    const used = Array.from({ length: over }, (_, index) => (home + index) % shards);
    expect([...counts.keys()].sort()).toEqual(used.sort());
    for (const count of counts.values()) expect(count).toBeGreaterThan((0.85 * hashes.length) / over);
  });

  test('of a project that spreads over more shards than there are is one of all', () => {
    expect(countsOf({ shards: 4, spread: { '7': 9 } })).toEqual(countsOf({ shards: 4, spread: { '7': 4 } }));
    expect(countsOf({ shards: 1, spread: { '7': 9 } })).toEqual(new Map([[0, hashes.length]]));
  });

  test('stays the same in every process and version', () => {
    const places = hashes
      .slice(0, 8)
      .map((hash) => shardOfBatch({ projectId: '7', hash }, { shards: 8, spread: { '7': 4 } }));
    expect(places).toEqual([0, 7, 6, 1, 6, 0, 7, 1]);
  });
});

describe('earlier shards of a batch', () => {
  const ended = Date.now();
  const batch = { projectId: '7', hash: hashes[0] ?? '' };

  test('are those of earlier spreads of the same number of shards', () => {
    const past = [1, 2, 3, 5, 8].map((over) => ({ shards: 8, spread: { '7': over }, endedMs: ended }));
    const placement = { epoch: 1, shards: 8, widest: 8, spread: { '7': 4 }, past };
    for (const hash of hashes.slice(0, 200)) {
      const now = shardOfBatch({ projectId: '7', hash }, placement);
      const before = new Set(past.map((each) => shardOfBatch({ projectId: '7', hash }, each)));
      before.delete(now);
      expect(new Set(earlierShardsOf({ projectId: '7', hash }, placement))).toEqual(before);
    }
    expect(earlierShardsOf({ ...batch, projectId: '8' }, placement)).toEqual([]);
  });

  test('leave out a placement whose marks have expired', () => {
    const past = [{ shards: 8, spread: { '7': 8 }, endedMs: ended - 26 * 3_600_000 }];
    expect(earlierShardsOf(batch, { epoch: 1, shards: 8, widest: 8, past })).toEqual([]);
  });
});

/** How many of the batches of project 7 each shard has. */
function countsOf(placement: Parameters<typeof shardOfBatch>[1]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const hash of hashes) {
    const shard = shardOfBatch({ projectId: '7', hash }, placement);
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  return counts;
}
