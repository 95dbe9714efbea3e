import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { closeRedis, connectPatientRedis, type RedisClient } from '@sluice/redis';
import { startTestRedisCluster, type TestRedisCluster } from '@sluice/testkit';
import { SPREAD_SHARDS, spreadShards, spreadUnderLoad } from './testing/spreadUnderLoad.js';
import { startQueues, type Queues } from './testing/startQueues.js';

jest.setTimeout(90_000);

let cluster: TestRedisCluster;
let client: RedisClient;
let queues: Queues | undefined;

beforeAll(async () => {
  cluster = await startTestRedisCluster();
  client = connectPatientRedis({ url: cluster.url, name: 'test' });
});
afterEach(async () => {
  await queues?.stop();
});
afterAll(async () => {
  await closeRedis(client);
  await cluster.stop();
});

test('on a cluster, one project uses several masters, and every batch is handled once while its spread changes', async () => {
  queues = await startQueues({
    url: cluster.url,
    shards: SPREAD_SHARDS,
    events: { span: 3, log: 1 },
    projects: 1,
  });
  await queues.consume();
  const { ends, used } = await spreadUnderLoad(queues, client, [4, 2]);
  expect(used).toEqual([4, 2].map(spreadShards));
  const owners = await Promise.all(spreadShards(4).map((shard) => cluster.ownerOf(`{sl${shard}}:counts`)));
  expect(new Set(owners).size).toBeGreaterThan(1);
  expect(new Set(ends.map(({ end }) => end))).toEqual(new Set(['accepted']));
  await queues.expectExact(ends);
  expect([...queues.handled.values()].every((times) => times === 1)).toBe(true);
});
