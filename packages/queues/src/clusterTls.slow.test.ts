import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { shardKeys } from '@sluice/redis';
import {
  accessOfConnections,
  redisTlsProblem,
  startTestRedisCluster,
  waitFor,
  type TestRedisCluster,
} from '@sluice/testkit';
import { startQueues, type Queues } from './testing/startQueues.js';

jest.setTimeout(180_000);

const SHARDS = 6;
const CLIENTS = 4;
const SETTLE_MS = 60_000;

let cluster: TestRedisCluster;
let queues: Queues;

beforeEach(async () => {
  cluster = await startTestRedisCluster({ secured: true });
  queues = await startQueues({ url: cluster.url, shards: SHARDS, events: { span: 2 } });
});
afterEach(async () => {
  await queues.stop();
  await cluster.stop();
});

const tlsProblem = redisTlsProblem();
const withTls = tlsProblem === undefined ? describe : describe.skip;

withTls(`a cluster with TLS, and a user with a password (${tlsProblem ?? 'Redis has TLS'})`, () => {
  test('a cluster with TLS loses nothing when a slot moves and a master is killed under load; every connection is encrypted', async () => {
    await queues.consume();
    const { ends, stop } = queues.load(CLIENTS);
    const untilMore = async (): Promise<void> => {
      const from = ends.length;
      await waitFor(() => ends.slice(from).filter(({ end }) => end === 'accepted').length > 50, {
        what: 'load',
        timeoutMs: SETTLE_MS,
      });
    };
    await untilMore();
    const counts = shardKeys.counts(0);
    const from = await cluster.ownerOf(counts);
    await cluster.moveSlot(counts, (from + 1) % cluster.nodes.length);
    await untilMore();
    const down = cluster.nodes[await cluster.ownerOf(counts)];
    await down?.kill9();
    await down?.restart();
    await cluster.settled();
    await queues.usable();
    await untilMore();
    await stop();
    await queues.expectExact(ends);
    for (const node of cluster.nodes) expect(await accessOfConnections(node)).toEqual(['sluice by TLS']);
  });
});
