import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { ConfigError, createMetrics, silentLogger } from '@sluice/runtime';
import { startTestRedis, waitFor, type TestRedis } from '@sluice/testkit';
import { createConsumer } from './consuming/createConsumer.js';
import { createDepthReader } from './createDepthReader.js';
import { makeBatch, makePublisher } from './testing/batches.js';
import type { Consumer, Publisher } from './types.js';

let redis: TestRedis;
let observer: Redis;
const open: { stop: () => Promise<void> }[] = [];

beforeAll(async () => {
  redis = await startTestRedis();
  observer = new Redis(redis.url);
});
beforeEach(async () => {
  await observer.flushall();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((part) => part.stop()));
});
afterAll(async () => {
  observer.disconnect();
  await redis.stop();
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

const recorded = (): Promise<string | null> => observer.get('{sl0}:shards');

describe('the number of queue shards', () => {
  test('is recorded by the first publisher, and by one only', async () => {
    const starts = [3, 5, 3, 5].map((shards) => publisherOf(shards).start());
    const ends = await Promise.allSettled(starts);
    const number = Number(await recorded());
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
    expect(await consumer.problem()).toBeUndefined();
  });

  test('of a Redis of an earlier version covers the shards in which jobs wait', async () => {
    const earlier = publisherOf(4);
    await earlier.start();
    for (let project = 0; project < 12; project += 1) {
      await earlier.publish(makeBatch({ span: 1 }, { projectId: String(project) }));
    }
    await earlier.stop();
    await observer.del('{sl0}:shards');
    await expect(publisherOf(2).start()).rejects.toThrow('the queues in this Redis have 4 shards');
    expect(await recorded()).toBe('4');
  });

  test('may be greater than what an earlier version used', async () => {
    const earlier = publisherOf(1);
    await earlier.start();
    await earlier.publish(makeBatch({ span: 1 }));
    await observer.del('{sl0}:shards');
    await publisherOf(8).start();
    expect(await recorded()).toBe('8');
  });

  test('that changes stops a publisher which runs: nothing goes to a shard of the old number', async () => {
    const publisher = publisherOf(2);
    await publisher.start();
    await waitFor(() => publisher.isUsable());
    await observer.set('{sl0}:shards', 3);
    // A new connection compares at once; an open one within ten seconds.
    await observer.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await waitFor(async () => (await publisher.problem())?.includes('have 3 shards') === true);
    expect(publisher.isUsable()).toBe(false);
    await expect(publisher.publish(makeBatch({ span: 1 }))).rejects.toMatchObject({ certain: true });
    await observer.set('{sl0}:shards', 2);
    await observer.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await waitFor(() => publisher.isUsable());
  });

  test('is not needed by a publisher whose Redis is away: it starts, and publishes nothing', async () => {
    const publisher = makePublisher('redis://127.0.0.1:1', { shards: 2, publishTimeoutMs: 100 });
    open.push(publisher);
    await publisher.start();
    expect(publisher.isUsable()).toBe(false);
  });
});
