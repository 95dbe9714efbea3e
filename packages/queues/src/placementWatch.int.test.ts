import { describe, expect, test } from '@jest/globals';
import { changeShards, readPlacement, shardKeys } from '@sluice/redis';
import { ConfigError, createMetrics, silentLogger } from '@sluice/runtime';
import { waitFor } from '@sluice/testkit';
import { createConsumer } from './consuming/createConsumer.js';
import { createDepthReader } from './createDepthReader.js';
import { makeBatch, makePublisher } from './testing/batches.js';
import { useEmptyRedis } from './testing/useEmptyRedis.js';
import type { Consumer, Publisher } from './types.js';

const { redis, observer, open } = useEmptyRedis();

const recorded = async (): Promise<number | undefined> => (await readPlacement(observer.client))?.shards;

describe('the number of queue shards', () => {
  test('is recorded by the first publisher, and by one only', async () => {
    const starts = [3, 5, 3, 5].map((shards) => publisherOf(shards).start());
    const ends = await Promise.allSettled(starts);
    const number = (await recorded()) ?? 0;
    expect([3, 5]).toContain(number);
    expect(ends.map(({ status }) => status)).toEqual(
      [3, 5, 3, 5].map((shards) => (shards === number ? 'fulfilled' : 'rejected')),
    );
  });

  test('keeps every process with another value from starting, and says what to do', async () => {
    await publisherOf(4).start();
    const depth = createDepthReader({ url: redis.url, shards: 2 });
    for (const start of [publisherOf(2).start(), consumerOf(2).start(), depth.start()]) {
      await expect(start).rejects.toThrow(ConfigError);
      await expect(start).rejects.toThrow(
        'QUEUE_SHARDS=2: the queues in this Redis have 4 shards. Set QUEUE_SHARDS=4 for every process',
      );
    }
    const consumer = consumerOf(4);
    open.push(consumer);
    await consumer.start();
    await waitFor(async () => (await consumer.problem()) === undefined);
  });

  test('of a Redis of an earlier version covers the shards in which jobs wait', async () => {
    const earlier = publisherOf(4);
    await earlier.start();
    for (let project = 0; project < 12; project += 1) {
      await earlier.publish(makeBatch({ span: 1 }, { projectId: String(project) }));
    }
    await earlier.stop();
    await observer.client.del(shardKeys.placement);
    await expect(publisherOf(2).start()).rejects.toThrow('the queues in this Redis have 4 shards');
    expect(await recorded()).toBe(4);
  });

  test('may be greater than what an earlier version used', async () => {
    const earlier = publisherOf(1);
    await earlier.start();
    await earlier.publish(makeBatch({ span: 1 }));
    await observer.client.del(shardKeys.placement);
    await publisherOf(8).start();
    expect(await recorded()).toBe(8);
  });

  test('that is an earlier one lets a process start, which follows the recorded one', async () => {
    await publisherOf(2).start();
    await changeShards(observer.client, 3);
    const late = publisherOf(2);
    await late.start();
    await waitFor(() => late.isUsable());
    const depth = createDepthReader({ url: redis.url, shards: 2 });
    open.push(depth);
    await depth.start();
    await expect(publisherOf(5).start()).rejects.toThrow('QUEUE_SHARDS=5: the queues in this Redis have 3 shards');
  });

  test('is recorded again by a publisher if Redis lost the change', async () => {
    const publisher = publisherOf(2);
    await publisher.start();
    const before = await observer.client.get(shardKeys.placement);
    await changeShards(observer.client, 3);
    // Fenced: the publisher reads the new record.
    await publisher.publish(makeBatch({ span: 1 }), 3_000);
    await observer.client.set(shardKeys.placement, before ?? '');
    await observer.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await waitFor(async () => (await recorded()) === 3);
  });

  test('is not needed by a publisher whose Redis is away: it starts, and publishes nothing', async () => {
    const publisher = makePublisher('redis://127.0.0.1:1', { shards: 2, publishTimeoutMs: 100 });
    open.push(publisher);
    await publisher.start();
    expect(publisher.isUsable()).toBe(false);
  });
});

function publisherOf(shards: number): Publisher {
  const publisher = makePublisher(redis.url, { shards, publishTimeoutMs: 500 });
  open.push(publisher);
  return publisher;
}

function consumerOf(shards: number): Consumer {
  const logging = { logger: silentLogger, metrics: createMetrics() };
  return createConsumer({ type: 'span', url: redis.url, shards, maxActiveJobs: 8, ...logging }, () =>
    Promise.resolve(),
  );
}
