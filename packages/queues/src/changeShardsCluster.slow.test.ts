import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { changeShards, closeRedis, connectPatientRedis, readPlacement, type RedisClient } from '@sluice/redis';
import { startTestRedisCluster, waitFor, type TestRedisCluster } from '@sluice/testkit';
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

test('on a cluster, every accepted batch is handled while the number goes from 2 to 6 to 1 and a master is killed', async () => {
  const used = await startQueues({ url: cluster.url, shards: 2, mostShards: 6, events: { span: 3, log: 1 } });
  queues = used;
  const handledMore = async (count: number): Promise<void> => {
    const before = used.handled.size;
    await waitFor(() => used.handled.size > before + count, { what: 'load', timeoutMs: 30_000 });
  };
  await used.consume();
  const load = used.load(8);
  await handledMore(50);
  await changeShards(client, 6);
  await handledMore(100);
  const down = cluster.nodes[await cluster.ownerOf('{sl0}:counts')];
  await down?.kill9();
  await waitFor(() => !used.publisher.isUsable(), { what: 'an unusable publisher' });
  const change = changeShards(client, 1);
  change.catch(() => undefined);
  await down?.restart();
  await cluster.settled();
  await used.usable();
  // The change may have failed with the connection; another attempt finishes or repeats it.
  await change.catch(() => changeShards(client, 1));
  await handledMore(100);
  await load.stop();
  await used.expectExact(load.ends);
  await waitFor(async () => (await readPlacement(client))?.widest === 1, { timeoutMs: 15_000 });
  expect(await used.publisher.problem()).toBeUndefined();
});
