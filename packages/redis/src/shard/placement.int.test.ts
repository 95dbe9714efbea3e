import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { startTestRedis, type TestRedis } from '@sluice/testkit';
import { changeShards, finishChange, proposeAboveFences, readPlacement } from './placement.js';
import { shardKeys } from './shardKeys.js';

let redis: TestRedis;
let client: Redis;
beforeAll(async () => {
  redis = await startTestRedis();
  client = new Redis(redis.url);
});
beforeEach(async () => {
  await client.flushall();
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

test('a lost change to more shards leaves no shard in which its epoch may still publish, and its shards are drained', async () => {
  const lost = await loseChange(2, 8);
  await proposeAboveFences(client);
  const record = await finishChange(client);
  expect(record).toMatchObject({ shards: 2, widest: 8 });
  expect(record?.past.map(({ shards }) => shards)).toEqual([2, 8]);
  expect(Math.min(...(await fences(8)))).toBe(record?.epoch);
  expect(record?.epoch).toBeGreaterThan(lost);
});

test('a lost change to fewer shards is proposed again above its fences', async () => {
  const lost = await loseChange(8, 2);
  await proposeAboveFences(client);
  const record = await finishChange(client);
  expect(record).toMatchObject({ shards: 8, widest: 8 });
  expect(record?.past.map(({ shards }) => shards)).toEqual([8]);
  expect(Math.min(...(await fences(8)))).toBeGreaterThan(lost);
});

test('shards of an earlier number that are not empty are fenced by the next change, too', async () => {
  await changeShards(client, 6);
  expect(await changeShards(client, 2)).toMatchObject({ widest: 6 });
  const { epoch } = await changeShards(client, 3);
  expect(await fences(6)).toEqual(Array.from({ length: 6 }, () => epoch));
});

test('without a fence ahead of it, the record stays', async () => {
  await changeShards(client, 4);
  const changed = await changeShards(client, 5);
  await proposeAboveFences(client);
  expect(await readPlacement(client)).toEqual(changed);
});

/** Changes the number, and loses the record of the change. Resolves with the lost epoch. */
async function loseChange(before: number, after: number): Promise<number> {
  const { epoch } = await changeShards(client, before);
  const record = (await client.get(shardKeys.placement)) ?? '';
  const lost = await changeShards(client, after);
  await client.set(shardKeys.placement, record);
  expect(lost.epoch).toBeGreaterThan(epoch);
  return lost.epoch;
}

async function fences(shards: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: shards }, async (_, shard) => Number(await client.get(shardKeys.fence(shard)))),
  );
}
