import { beforeAll, expect, test } from '@jest/globals';
import { changeShards, shardKeys } from '@sluice/redis';
import { useRedis, useRedisClient, useResource, waitFor } from '@sluice/testkit';
import { shardOf } from './shardOf.js';
import { makeBatch, makePublisher } from './testing/batches.js';

/** Projects whose shard is another one after a change from two shards to three. */
const MOVED = ['1', '2', '3', '4', '5', '6'].filter((project) => shardOf(project, 2) !== shardOf(project, 3));
const [PROJECT = '', OTHER = ''] = MOVED;

const redis = useRedis();
const observer = useRedisClient(redis);
const publisher = useResource(
  () => makePublisher(redis.url, { shards: 2 }),
  (started) => started.stop(),
);
beforeAll(async () => {
  await publisher.start();
  await waitFor(() => publisher.isUsable());
});

const jobsIn = async (shard: number): Promise<number> => observer.client.llen(shardKeys.job(shard, 'span', 'wait'));

test('a publisher that knows a change looks a batch up in its earlier shard before it publishes it', async () => {
  expect(MOVED.length).toBeGreaterThan(1);
  const batch = makeBatch({ span: 1 }, { projectId: PROJECT });
  expect(await publisher.publish(batch)).toBe('accepted');
  const before = await jobsIn(shardOf(PROJECT, 2));
  await changeShards(observer.client, 3);
  // Resolves by the new number, so from here on no fence refuses what this publisher sends.
  expect(await publisher.publish(makeBatch({ span: 1 }, { projectId: OTHER }))).toBe('accepted');
  const after = await jobsIn(shardOf(PROJECT, 3));
  expect(await publisher.publish(batch)).toBe('duplicate');
  expect([await jobsIn(shardOf(PROJECT, 2)), await jobsIn(shardOf(PROJECT, 3))]).toEqual([before, after]);
  // A batch that was not published before the change is published.
  expect(await publisher.publish(makeBatch({ span: 1 }, { projectId: PROJECT }))).toBe('accepted');
  expect(await jobsIn(shardOf(PROJECT, 3))).toBe(after + 1);
});
