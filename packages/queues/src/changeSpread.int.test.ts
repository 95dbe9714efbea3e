import { describe, expect, jest, test } from '@jest/globals';
import { changeShards, changeSpread, readPlacement, shardKeys } from '@sluice/redis';
import { waitFor } from '@sluice/testkit';
import { shardOf, shardOfBatch } from './shardOf.js';
import { makeBatch, makePublisher } from './testing/batches.js';
import { SPREAD_PROJECT, SPREAD_SHARDS, spreadShards, spreadUnderLoad } from './testing/spreadUnderLoad.js';
import { startQueues } from './testing/startQueues.js';
import { useEmptyRedis } from './testing/useEmptyRedis.js';
import type { PublishBatch, Publisher } from './types.js';

jest.setTimeout(60_000);

const { redis, observer, open } = useEmptyRedis();

const HOME = shardOf('7', 8);

const jobsIn = async (shard: number): Promise<number> => observer.client.llen(shardKeys.job(shard, 'span', 'wait'));

describe('a publisher that has not heard of a change of the spread', () => {
  test('is refused by the shard of the project, and publishes by the new spread', async () => {
    const publisher = await publisherOf(8);
    await changeSpread(observer.client, '7', 4);
    const { batch, to } = movedBatch();
    expect(await publisher.publish(batch)).toBe('accepted');
    expect([await jobsIn(HOME), await jobsIn(to)]).toEqual([0, 1]);
  });

  test('finishes a change whose command died after its proposal', async () => {
    const publisher = await publisherOf(8);
    const record = await readPlacement(observer.client);
    const epoch = (record?.epoch ?? 0) + 1;
    const next = { epoch, shards: 8, spread: { '7': 4 } };
    await observer.client.set(shardKeys.placement, JSON.stringify({ ...record, next }));
    await observer.client.set(shardKeys.fence(HOME), epoch);
    const { batch, to } = movedBatch();
    expect(await publisher.publish(makeBatch({ span: 1 }, { projectId: '7' }))).toBe('accepted');
    expect(await publisher.publish(batch)).toBe('accepted');
    expect(await jobsIn(to)).toBeGreaterThan(0);
    expect(await readPlacement(observer.client)).toMatchObject({ ...next, past: [{ shards: 8 }] });
  });

  test('keeps the spread if Redis lost the record of a change, but not its fences', async () => {
    const publisher = await publisherOf(8);
    await changeSpread(observer.client, '7', 4);
    const { batch, to } = movedBatch();
    const lost = Date.now() + 10_000;
    await observer.client.set(shardKeys.fence(to), lost);
    expect(await publisher.publish(batch)).toBe('accepted');
    const record = await readPlacement(observer.client);
    expect(record).toMatchObject({ shards: 8, spread: { '7': 4 } });
    expect(record?.epoch).toBeGreaterThan(lost);
    expect(await jobsIn(to)).toBe(1);
  });
});

describe('a batch that is sent again', () => {
  test('across a change of the spread is a duplicate: its mark is found in the earlier shard', async () => {
    const before = await publisherOf(8);
    const { batch, to } = movedBatch();
    expect(await before.publish(batch)).toBe('accepted');
    await changeSpread(observer.client, '7', 4);
    const after = await publisherOf(8);
    expect(await after.isMarked(batch)).toBe(true);
    // The first publisher learns of the change only now, by a refusal.
    expect(await before.publish(batch)).toBe('duplicate');
    // It knows the change now, and looks the batch up before it publishes it.
    expect(await before.publish(batch)).toBe('duplicate');
    expect([await jobsIn(HOME), await jobsIn(to)]).toEqual([1, 0]);
    await changeSpread(observer.client, '7', 1);
    expect(await before.publish(batch)).toBe('duplicate');
    expect(await jobsIn(HOME)).toBe(1);
  });

  test('is a duplicate back and forth, also if the number of shards changes', async () => {
    const publisher = await publisherOf(8);
    await changeSpread(observer.client, '7', 4);
    // None of the later placements has this shard: where the mark is in the same shard, a second job is published and skipped.
    const { batch, to } = movedBatch(3);
    expect(await publisher.publish(batch)).toBe('accepted');
    await changeShards(observer.client, 3);
    expect(await publisher.publish(batch)).toBe('duplicate');
    await changeSpread(observer.client, '7', 1);
    expect(await publisher.publish(batch)).toBe('duplicate');
    await changeShards(observer.client, 8);
    expect(await publisher.publish(batch)).toBe('duplicate');
    expect(await publisher.isMarked(batch)).toBe(true);
    const jobs = await Promise.all(Array.from({ length: 8 }, (_, shard) => jobsIn(shard)));
    expect(jobs.map((count, shard) => (shard === to ? count - 1 : count))).toEqual(Array<number>(8).fill(0));
  });
});

describe('the record', () => {
  test('keeps the spread when the number changes; what is above the number counts as the number', async () => {
    await publisherOf(8);
    await changeSpread(observer.client, '7', 6);
    await changeSpread(observer.client, '9', 2);
    expect(await changeShards(observer.client, 4)).toMatchObject({ shards: 4, spread: { '7': 6, '9': 2 } });
    await expect(changeSpread(observer.client, '7', 5)).rejects.toThrow('of 4 queue shards: use 1 to 4');
    const record = await changeSpread(observer.client, '7', 1);
    expect(record?.spread).toEqual({ '9': 2 });
    // Nothing changes: the epoch stays, and no publisher is refused.
    expect(await changeSpread(observer.client, '7', 1)).toEqual(record);
  });

  test('is not made by a change of the spread', async () => {
    expect(await changeSpread(observer.client, '7', 1)).toBeUndefined();
    expect(await readPlacement(observer.client)).toBeUndefined();
  });
});

test('under load, every batch is handled once while its project spreads over 4, 2 and 1 of 8 shards', async () => {
  const queues = await startQueues({
    url: redis.url,
    shards: SPREAD_SHARDS,
    events: { span: 3, log: 1 },
    projects: 1,
  });
  open.push(queues);
  await queues.consume();
  const { ends, used } = await spreadUnderLoad(queues, observer.client, [4, 2, 1]);
  expect(used).toEqual([4, 2, 1].map(spreadShards));
  expect(ends.every(({ batch }) => batch.projectId === SPREAD_PROJECT)).toBe(true);
  expect(new Set(ends.map(({ end }) => end))).toEqual(new Set(['accepted']));
  await queues.expectExact(ends);
  expect(queues.handled.size).toBe(ends.length);
  expect([...queues.handled.values()].every((times) => times === 1)).toBe(true);
});

async function publisherOf(shards: number): Promise<Publisher> {
  const publisher = makePublisher(redis.url, { shards });
  open.push(publisher);
  await publisher.start();
  await waitFor(() => publisher.isUsable());
  return publisher;
}

/** A batch of project 7 that has another shard, of at least `first`, once the project spreads over four, and that shard. */
function movedBatch(first = 0): { readonly batch: PublishBatch; readonly to: number } {
  for (;;) {
    const batch = makeBatch({ span: 1 }, { projectId: '7' });
    const to = shardOfBatch(batch, { shards: 8, spread: { '7': 4 } });
    if (to !== HOME && to >= first) return { batch, to };
  }
}
