import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor, useRedisCluster } from '@sluice/testkit';
import { startQueues, type Queues } from './testing/startQueues.js';

jest.setTimeout(90_000);

const SHARDS = 6;
const SPANS = 3;
/** For projects of all shards. */
const CLIENTS = 8;
let queues: Queues;

const cluster = useRedisCluster();
beforeEach(async () => {
  queues = await startQueues({ url: cluster.url, shards: SHARDS, events: { span: SPANS, log: 1 } });
});
afterEach(async () => {
  await queues.stop();
});

describe('queues on a cluster', () => {
  test('accept, deliver and count every batch, on every master', async () => {
    const ends = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const batch = queues.nextBatch();
        return { batch, end: await queues.publish(batch) };
      }),
    );
    expect(new Set(ends.map(({ end }) => end))).toEqual(new Set(['accepted']));
    expect(await queues.depth.read('span')).toMatchObject({ events: 60 * SPANS });
    expect(await queues.publisher.isMarked(ends[0]?.batch ?? queues.nextBatch())).toBe(true);
    const owners = Array.from({ length: SHARDS }, (_, shard) => cluster.ownerOf(`{sl${shard}}:counts`));
    expect(new Set(await Promise.all(owners)).size).toBeGreaterThan(1);
    await queues.consume();
    await queues.expectExact(ends);
    expect([...queues.handled.values()].every((times) => times === 1)).toBe(true);
    expect(await Promise.all(queues.consumers.map((consumer) => consumer.problem()))).toEqual([undefined, undefined]);
    expect(await queues.publisher.problem()).toBeUndefined();
  });

  test('keep every accepted batch while the slot of a shard moves under load, and go on there', async () => {
    await queues.consume();
    const load = queues.load(CLIENTS);
    await handledMore(50, 'load');
    const from = await cluster.ownerOf('{sl0}:counts');
    await cluster.moveSlot('{sl0}:counts', (from + 1) % cluster.nodes.length, () =>
      // Long enough for publishes and ends of jobs to meet the moving slot.
      handledMore(20, 'load on the other shards'),
    );
    await handledMore(100, 'load after the move');
    await load.stop();
    await queues.expectExact(load.ends);
    expect(await queues.publisher.problem()).toBeUndefined();
    await waitFor(async () => (await queues.publish(queues.nextBatch())) === 'accepted');
  });

  test('keep every accepted batch when a master is killed under load and restarted', async () => {
    await queues.consume();
    const load = queues.load(CLIENTS);
    await handledMore(50, 'load');
    const down = await cluster.ownerOf('{sl0}:counts');
    await cluster.nodes[down]?.kill9();
    await waitFor(() => !queues.publisher.isUsable(), { what: 'an unusable publisher' });
    expect(await queues.publisher.problem()).toContain(`127.0.0.1:${cluster.nodes[down]?.port}`);
    await cluster.nodes[down]?.restart();
    await cluster.settled();
    await queues.usable();
    await handledMore(100, 'load after the restart');
    await load.stop();
    await queues.expectExact(load.ends);
    await waitFor(async () =>
      (await Promise.all(queues.consumers.map((each) => each.problem()))).every((each) => each === undefined),
    );
  });
});

async function handledMore(count: number, what: string): Promise<void> {
  const before = queues.handled.size;
  await waitFor(() => queues.handled.size > before + count, { what });
}
