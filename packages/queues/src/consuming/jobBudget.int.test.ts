import { expect, jest, test } from '@jest/globals';
import { changeShards, shardKeys } from '@sluice/redis';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { waitFor } from '@sluice/testkit';
import { shardOf } from '../shardOf.js';
import { makeBatch, makePublisher } from '../testing/batches.js';
import { useEmptyRedis } from '../testing/useEmptyRedis.js';
import type { Consumer } from '../types.js';
import { createConsumer } from './createConsumer.js';

jest.setTimeout(60_000);

const SHARDS = 4;
const JOBS = 12;

const { redis, observer, open } = useEmptyRedis();

const all = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
const ALL = Array.from({ length: SHARDS }, (_, shard) => shard);

test('one full shard has all jobs but one for each other shard; those begin at once, and get equal numbers as jobs end', async () => {
  await fill(40, SHARDS, [0]);
  const held = await hold(SHARDS);
  await waitFor(() => held.active()[0] === JOBS - SHARDS + 1);
  await fill(20, SHARDS, [1, 2, 3]);
  await waitFor(() => held.active().every((count) => count > 0));
  expect(held.active()).toEqual([9, 1, 1, 1]);
  // Only jobs of the full shard end: the others do not depend on jobs of their own.
  for (let count = 9; count > 3; count -= 1) {
    held.release(1, 0);
    await waitFor(() => held.active()[0] === count - 1 && all(held.active()) === JOBS);
  }
  expect(held.active()).toEqual([3, 3, 3, 3]);
  await waitFor(() => {
    held.release(JOBS);
    return held.handled() === 100;
  });
  expect(held.most()).toBe(JOBS);
});

test('the limit holds while shards are added', async () => {
  await fill(30, 1, [0]);
  const held = await hold(1, SHARDS);
  await waitFor(() => all(held.active()) === JOBS);
  await changeShards(observer.client, SHARDS);
  await fill(10, SHARDS, ALL);
  await waitFor(() => held.consumer.shards() === SHARDS);
  await waitFor(() => held.consumer.isUsable());
  // A place for each of the three new shards; the fourth is refilled by the first shard.
  for (let jobs = 1; jobs <= 3; jobs += 1) held.release(1, 0);
  await waitFor(() => held.active().every((count) => count > 0));
  await waitFor(() => {
    held.release(JOBS);
    return held.handled() === 70;
  });
  expect(held.most()).toBe(JOBS);
});

test('a stop requeues the jobs of all shards, also if a shard never had room for one', async () => {
  await fill(30, 1, [0]);
  const held = await hold(1, SHARDS);
  await waitFor(() => all(held.active()) === JOBS);
  await changeShards(observer.client, SHARDS);
  await fill(10, SHARDS, ALL);
  await waitFor(() => held.consumer.shards() === SHARDS);
  held.consumer.pause();
  held.consumer.resume();
  expect(held.active()).toEqual([JOBS, 0, 0, 0]);
  await held.consumer.stop();
  const counts = await Promise.all(ALL.map((shard) => observer.client.llen(shardKeys.job(shard, 'span', 'active'))));
  expect(counts).toEqual([0, 0, 0, 0]);
  const next = await hold(SHARDS);
  await waitFor(() => {
    next.release(JOBS);
    return next.handled() === 70;
  });
});

/** Adds jobs to a shard, one for each batch. */
async function fill(jobs: number, shards: number, into: readonly number[]): Promise<void> {
  const publisher = makePublisher(redis.url, { shards, lingerMs: 0 });
  await publisher.start();
  await waitFor(() => publisher.isUsable());
  for (const shard of into) {
    const projectId = Array.from({ length: 100 }, (_, id) => String(id)).find((id) => shardOf(id, shards) === shard);
    for (let job = 0; job < jobs; job += 1)
      await publisher.publish(makeBatch({ span: 1 }, { projectId: projectId ?? '' }));
  }
  await publisher.stop();
}

/** A consumer whose jobs end when they are released. */
interface Held {
  readonly consumer: Consumer;
  /** Handlers of each shard that run. */
  readonly active: () => readonly number[];
  readonly handled: () => number;
  /** The most handlers that ran at the same time. */
  readonly most: () => number;
  readonly release: (jobs: number, shard?: number) => void;
}

async function hold(shards: number, numberOf = shards): Promise<Held> {
  const releases: { shard: number; release: () => void }[] = [];
  const active = Array<number>(numberOf).fill(0);
  let [most, handled] = [0, 0];
  const consumer = createConsumer(
    {
      type: 'span',
      url: redis.url,
      shards,
      maxActiveJobs: JOBS,
      stopTimeoutMs: 50,
      logger: silentLogger,
      metrics: createMetrics(),
    },
    async ({ shard }, signal) => {
      active[shard] = (active[shard] ?? 0) + 1;
      most = Math.max(
        most,
        active.reduce((a, b) => a + b, 0),
      );
      await new Promise<void>((resolve, reject) => {
        releases.push({ shard, release: resolve });
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
      active[shard] -= 1;
      handled += 1;
    },
  );
  open.push(consumer);
  await consumer.start();
  const release = (jobs: number, of?: number): void => {
    for (let left = jobs; left > 0; left -= 1) {
      const index = releases.findIndex(({ shard }) => of === undefined || shard === of);
      if (index >= 0) releases.splice(index, 1)[0]?.release();
    }
  };
  return { consumer, active: () => active, handled: () => handled, most: () => most, release };
}
