import { expect, test } from '@jest/globals';
import { changeShards, finishChange, proposeAboveFences, readPlacement } from './placement.js';
import { useRedis } from '../testing/useRedis.js';
import { shardKeys } from './shardKeys.js';

const redis = useRedis();

test('a lost change to more shards leaves no shard in which its epoch may still publish, and its shards are drained', async () => {
  const lost = await loseChange(2, 8);
  await proposeAboveFences(redis.client());
  const record = await finishChange(redis.client());
  expect(record).toMatchObject({ shards: 2, widest: 8 });
  expect(record?.past.map(({ shards }) => shards)).toEqual([2, 8]);
  expect(Math.min(...(await fences(8)))).toBe(record?.epoch);
  expect(record?.epoch).toBeGreaterThan(lost);
});

test('a lost change to fewer shards is proposed again above its fences', async () => {
  const lost = await loseChange(8, 2);
  await proposeAboveFences(redis.client());
  const record = await finishChange(redis.client());
  expect(record).toMatchObject({ shards: 8, widest: 8 });
  expect(record?.past.map(({ shards }) => shards)).toEqual([8]);
  expect(Math.min(...(await fences(8)))).toBeGreaterThan(lost);
});

test('shards of an earlier number that are not empty are fenced by the next change, too', async () => {
  await changeShards(redis.client(), 6);
  expect(await changeShards(redis.client(), 2)).toMatchObject({ widest: 6 });
  const { epoch } = await changeShards(redis.client(), 3);
  expect(await fences(6)).toEqual(Array.from({ length: 6 }, () => epoch));
});

test('without a fence ahead of it, the record stays', async () => {
  await changeShards(redis.client(), 4);
  const changed = await changeShards(redis.client(), 5);
  await proposeAboveFences(redis.client());
  expect(await readPlacement(redis.client())).toEqual(changed);
});

/** Changes the number, and loses the record of the change. Resolves with the lost epoch. */
async function loseChange(before: number, after: number): Promise<number> {
  const { epoch } = await changeShards(redis.client(), before);
  const record = (await redis.client().get(shardKeys.placement)) ?? '';
  const lost = await changeShards(redis.client(), after);
  await redis.client().set(shardKeys.placement, record);
  expect(lost.epoch).toBeGreaterThan(epoch);
  return lost.epoch;
}

async function fences(shards: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: shards }, async (_, shard) => Number(await redis.client().get(shardKeys.fence(shard)))),
  );
}
