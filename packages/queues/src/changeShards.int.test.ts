import { describe, expect, jest, test } from '@jest/globals';
import { changeShards, readPlacement, shardCounts, shardKeys } from '@sluice/redis';
import { waitFor } from '@sluice/testkit';
import { shardOf } from './shardOf.js';
import { makeBatch, makePublisher } from './testing/batches.js';
import { startQueues, type Queues } from './testing/startQueues.js';
import { useEmptyRedis } from './testing/useEmptyRedis.js';
import type { Publisher } from './types.js';

jest.setTimeout(60_000);

const { redis, observer, open } = useEmptyRedis();

/** A project whose shard is another one after a change from two shards to three. */
const MOVED = '1';
const FROM = shardOf(MOVED, 2);
const TO = shardOf(MOVED, 3);

const jobsIn = async (shard: number): Promise<number> => observer.client.llen(shardKeys.job(shard, 'span', 'wait'));

describe('a publisher that has not heard of a change', () => {
  test('is refused by the shards of its number, and publishes by the new one', async () => {
    expect(FROM).not.toBe(TO);
    const publisher = await publisherOf(2);
    await changeShards(observer.client, 3);
    expect(await publisher.publish(makeBatch({ span: 1 }, { projectId: MOVED }))).toBe('accepted');
    expect([await jobsIn(FROM), await jobsIn(TO)]).toEqual([0, 1]);
  });

  test('publishes by the recorded number if Redis lost the record of a change, but not its fences', async () => {
    const publisher = await publisherOf(2);
    const lost = Date.now() + 10_000;
    await observer.client.set(shardKeys.fence(FROM), lost);
    await observer.client.rpush(shardKeys.job(4, 'span', 'wait'), 'a job of the lost number');
    await observer.client.hset(shardKeys.counts(4), shardCounts.published('span'), 1);
    expect(await publisher.publish(makeBatch({ span: 1 }, { projectId: MOVED }))).toBe('accepted');
    const record = await readPlacement(observer.client);
    expect(record).toMatchObject({ shards: 2, widest: 5 });
    expect(record?.epoch).toBeGreaterThan(lost);
  });

  test('finishes a change whose command died after its proposal', async () => {
    const publisher = await publisherOf(2);
    const record = await readPlacement(observer.client);
    const epoch = (record?.epoch ?? 0) + 1;
    await observer.client.set(shardKeys.placement, JSON.stringify({ ...record, next: { epoch, shards: 3 } }));
    // The command fenced one shard before it died.
    await observer.client.set(shardKeys.fence(FROM), epoch);
    expect(await publisher.publish(makeBatch({ span: 1 }, { projectId: MOVED }))).toBe('accepted');
    expect([await jobsIn(FROM), await jobsIn(TO)]).toEqual([0, 1]);
    expect(await readPlacement(observer.client)).toMatchObject({ epoch, shards: 3, past: [{ shards: 2 }] });
  });
});

describe('a batch that is sent again across a change', () => {
  test('is a duplicate: its mark is found in the earlier shard', async () => {
    const before = await publisherOf(2);
    const batch = makeBatch({ span: 1 }, { projectId: MOVED });
    expect(await before.publish(batch)).toBe('accepted');
    await changeShards(observer.client, 3);
    const after = await publisherOf(3);
    expect(await after.isMarked(batch)).toBe(true);
    // The first publisher learns of the change only now, by a refusal.
    expect(await before.publish(batch)).toBe('duplicate');
    expect([await jobsIn(FROM), await jobsIn(TO)]).toEqual([1, 0]);
  });

  test('is not lost if only its charge happened before: another batch id is another batch', async () => {
    const publisher = await publisherOf(2);
    const batch = makeBatch({ span: 1 }, { projectId: MOVED });
    await publisher.publish(batch);
    await changeShards(observer.client, 3);
    const later = { ...batch, batchId: makeBatch({ span: 1 }).batchId };
    expect(await publisher.publish(later)).toBe('accepted');
    expect([await jobsIn(FROM), await jobsIn(TO)]).toEqual([1, 1]);
  });
});

describe('under load', () => {
  let queues: Queues;
  const handledMore = async (count: number): Promise<void> => {
    const before = queues.handled.size;
    await waitFor(() => queues.handled.size > before + count, { what: 'load', timeoutMs: 30_000 });
  };

  test('every batch is handled once while the number goes from 2 to 4 to 1', async () => {
    queues = await startQueues({ url: redis.url, shards: 2, mostShards: 4, events: { span: 3, log: 1 } });
    open.push(queues);
    await queues.consume();
    const load = queues.load(8);
    await handledMore(50);
    for (const shards of [4, 1]) {
      await changeShards(observer.client, shards);
      await handledMore(100);
    }
    await load.stop();
    expect(new Set(load.ends.map(({ end }) => end))).toEqual(new Set(['accepted']));
    await queues.expectExact(load.ends);
    expect([...queues.handled.values()].every((times) => times === 1)).toBe(true);
    // The depth reader removes the drained shards from the record, and the consumers close them.
    await waitFor(async () => (await readPlacement(observer.client))?.widest === 1, { timeoutMs: 10_000 });
    const connections = async (): Promise<number> =>
      String(await observer.client.client('LIST'))
        .split('\n')
        .filter((line) => / name=sluice.*span:[1-9]/.test(line)).length;
    await waitFor(async () => (await connections()) === 0, { timeoutMs: 10_000 });
  });

  test('jobs in a shard that is no longer used are handled and counted', async () => {
    const publisher = await publisherOf(2);
    const batches = Array.from({ length: 12 }, (_, project) =>
      makeBatch({ span: 3, log: 1 }, { projectId: String(project) }),
    );
    const ends = await Promise.all(batches.map(async (batch) => ({ batch, end: await publisher.publish(batch) })));
    await changeShards(observer.client, 1);
    expect(await jobsIn(1)).toBeGreaterThan(0);
    queues = await startQueues({ url: redis.url, shards: 1, events: { span: 3, log: 1 } });
    open.push(queues);
    expect(await queues.depth.read('span')).toMatchObject({ events: 36 });
    await queues.consume();
    await queues.drained();
    expect(ends.every(({ batch }) => queues.handled.get(batch.batchId) === 1)).toBe(true);
    expect(await queues.depth.read('span')).toMatchObject({ events: 0, jobs: 0 });
  });
});

async function publisherOf(shards: number): Promise<Publisher> {
  const publisher = makePublisher(redis.url, { shards });
  open.push(publisher);
  await publisher.start();
  await waitFor(() => publisher.isUsable());
  return publisher;
}
