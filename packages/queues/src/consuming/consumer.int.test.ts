import { beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { useResource, waitFor } from '@sluice/testkit';
import { createDepthReader } from '../createDepthReader.js';
import { RequeueLaterError } from '../requeueLaterError.js';
import { timeOfJobId } from '../jobs/jobId.js';
import { makeBatch, makePublisher } from '../testing/batches.js';
import { useEmptyRedis } from '../testing/useEmptyRedis.js';
import type { Consumer, HandleJob, AcquiredJob } from '../types.js';
import { createConsumer, type ConsumerOptions } from './createConsumer.js';

const { redis, observer, open } = useEmptyRedis();
const publisher = useResource(
  () => makePublisher(redis.url, { lingerMs: 0 }),
  (started) => started.stop(),
);
const depth = useResource(
  () => createDepthReader({ url: redis.url, shards: 1 }),
  (started) => started.stop(),
);

const publishSpans = (events: number): Promise<unknown> => publisher.publish(makeBatch({ span: events }));
const isDrained = async (): Promise<boolean> => (await depth.read('span')).jobs === 0;

beforeAll(() => waitFor(() => publisher.isUsable()));

describe('a job', () => {
  test('reaches its handler with its parts, is removed when that resolves, and its events are counted', async () => {
    const batch = makeBatch({ span: 3 });
    await publisher.publish(batch);
    const { jobs, handle } = collector();
    await consume(handle);
    await waitFor(() => jobs.length === 1);
    expect(jobs[0]).toMatchObject({ shard: 0, starts: 1, events: 3 });
    const chunk = jobs[0]?.parse();
    expect(chunk).toMatchObject({ type: 'span', version: 1 });
    expect(chunk?.parts.map((part) => part.batch)).toEqual([batch.batchId]);
    expect(JSON.parse(jobs[0]?.raw ?? '')).toEqual(chunk);
    await expectNothingLeft();
    expect(await observer.client.exists(`{sl0}:span:${jobs[0]?.id}`)).toBe(0);
  });

  test('is acquired at once by an idle consumer', async () => {
    const { jobs, handle } = collector();
    const consumer = await consume(handle);
    await waitFor(() => consumer.isUsable());
    for (let round = 1; round <= 5; round += 1) {
      await publishSpans(1);
      await waitFor(() => jobs.length === round, { timeoutMs: 1_000 });
    }
  });

  test('that is rejected is retried after a back-off, without counting a start', async () => {
    await publishSpans(1);
    const starts: number[] = [];
    await consume((job) => {
      starts.push(job.starts);
      return starts.length < 3 ? Promise.reject(new Error('not now')) : Promise.resolve();
    });
    await waitFor(() => starts.length === 3);
    expect(starts).toEqual([1, 1, 1]);
    await expectNothingLeft();
  });

  test('whose data cannot be read reaches its handler as text', async () => {
    await publishSpans(1);
    const [id = ''] = await observer.client.lrange('{sl0}:span:wait', 0, -1);
    await observer.client.hset(`{sl0}:span:${id}`, 'data', '{"half": ');
    const { jobs, handle } = collector();
    await consume(handle);
    await waitFor(() => jobs.length === 1);
    expect(jobs[0]).toMatchObject({ raw: '{"half": ', events: 1 });
    expect(jobs[0]?.parse()).toBeUndefined();
    await expectNothingLeft();
  });

  test('of another shape or another type has no chunk either', async () => {
    for (const data of [
      'null',
      '[]',
      '{"version":1,"type":"log","parts":[]}',
      '{"version":1,"type":"span","parts":{}}',
    ]) {
      await publishSpans(1);
      const [id = ''] = await observer.client.lrange('{sl0}:span:wait', 0, 0);
      await observer.client.hset(`{sl0}:span:${id}`, 'data', data);
    }
    const { jobs, handle } = collector();
    await consume(handle);
    await waitFor(() => jobs.length === 4);
    expect(jobs.map(({ parse }) => parse())).toEqual([undefined, undefined, undefined, undefined]);
    await expectNothingLeft();
  });

  test('a requeued job keeps its age until it is finished', async () => {
    await publishSpans(1);
    const [id = ''] = await observer.client.lrange('{sl0}:span:wait', 0, -1);
    const published = timeOfJobId(id) ?? 0;
    const first = await consume(() => Promise.reject(new RequeueLaterError('not now', 1)), { maxActiveJobs: 1 });
    await waitFor(async () => (await observer.client.zcard('{sl0}:returned:span')) === 1);
    await first.stop();
    await waitFor(() => Date.now() > published + 10);
    for (let jobs = 0; jobs < 5; jobs += 1) await publishSpans(1);
    // Promoted by hand, as BullMQ does it: to the young end.
    await observer.client.multi().zrem('{sl0}:span:delayed', id).lpush('{sl0}:span:wait', id).exec();
    for (let jobs = 0; jobs < 1_500; jobs += 1)
      await observer.client.rpush('{sl0}:span:wait', `${Date.now().toString(36)}-x${jobs}`);
    const later = createDepthReader({ url: redis.url, shards: 1, clock: () => published + 60_000 });
    expect((await later.read('span')).oldestAgeMs).toBe(60_000);
    await later.stop();
    await observer.client.ltrim('{sl0}:span:wait', 0, 5);
    await consume(() => Promise.resolve());
    await expectNothingLeft();
    expect(await observer.client.exists('{sl0}:returned:span')).toBe(0);
  });

  test('of a newer format is left to newer workers', async () => {
    await publishSpans(2);
    const [id = ''] = await observer.client.lrange('{sl0}:span:wait', 0, -1);
    await observer.client.hset(`{sl0}:span:${id}`, 'name', '2:2', 'data', 'who knows');
    await publishSpans(1);
    const { jobs, handle } = collector();
    await consume(handle);
    await waitFor(async () => jobs.length === 1 && (await observer.client.zcard('{sl0}:span:delayed')) === 1);
    expect(await observer.client.hmget(`{sl0}:span:${id}`, 'data', 'ats')).toEqual(['who knows', '0']);
    expect(await depth.read('span')).toMatchObject({ events: 2, jobs: 1 });
  });
});

describe('a consumer', () => {
  test('acquires at most its limit over all shards', async () => {
    for (let jobs = 0; jobs < 10; jobs += 1) await publishSpans(1);
    const { jobs, handle } = stuck(true);
    await consume(handle, { maxActiveJobs: 4, stopTimeoutMs: 0 });
    await waitFor(() => jobs.length === 4);
    const { events, jobs: left, oldestAgeMs } = await depth.read('span');
    expect({ events, left }).toEqual({ events: 10, left: 10 });
    expect(oldestAgeMs).toBeGreaterThanOrEqual(0);
    expect(await observer.client.llen('{sl0}:span:active')).toBe(4);
  });

  test('acquires no more bytes than its budget, and continues as jobs are handled, unless it is paused', async () => {
    for (let jobs = 0; jobs < 10; jobs += 1) await publishSpans(100);
    const [id = ''] = await observer.client.lrange('{sl0}:span:wait', 0, 0);
    const bytes = (await observer.client.hget(`{sl0}:span:${id}`, 'data'))?.length ?? 0;
    const releases: (() => void)[] = [];
    const consumer = await consume(() => new Promise<void>((resolve) => void releases.push(resolve)), {
      maxActiveBytes: 3 * bytes - 100,
    });
    await waitFor(() => releases.length === 3);
    consumer.resume();
    const other = collector();
    const second = await consume(other.handle);
    await waitFor(() => other.jobs.length === 7);
    expect(releases).toHaveLength(3);
    await second.stop();
    await publishSpans(1);
    for (const release of releases) release();
    await waitFor(() => releases.length === 4);
    releases[3]?.();
    await expectNothingLeft();
  });

  test('whose handler has no place for a job now gets it again after the delay it asks for', async () => {
    await publishSpans(1);
    const takenAt: number[] = [];
    await consume(() => {
      takenAt.push(performance.now());
      return takenAt.length === 1 ? Promise.reject(new RequeueLaterError('no place', 1_500)) : Promise.resolve();
    });
    await waitFor(() => takenAt.length === 2);
    expect((takenAt[1] ?? 0) - (takenAt[0] ?? 0)).toBeGreaterThan(1_400);
    await expectNothingLeft();
  });

  test('that is paused acquires nothing, passes its wake-up on to another, and continues when resumed', async () => {
    const waiting = async (count: number): Promise<void> => {
      await waitFor(async () => (await observer.client.info('clients')).includes(`blocked_clients:${count}`));
    };
    const [first, other] = [collector(), collector()];
    const consumer = await consume(first.handle);
    await waiting(1);
    consumer.pause();
    const second = await consume(other.handle);
    await waiting(2);
    // Redis wakes the one that has waited longest: the paused one.
    await publishSpans(1);
    await waitFor(() => other.jobs.length === 1, { timeoutMs: 2_000 });
    await second.stop();
    await publishSpans(1);
    expect(first.jobs).toHaveLength(0);
    consumer.resume();
    await waitFor(() => first.jobs.length === 1);
    await expectNothingLeft();
  });

  test('that is stopped lets its handlers end', async () => {
    await publishSpans(1);
    let release = (): void => undefined;
    let taken = false;
    const consumer = await consume(async () => {
      taken = true;
      await new Promise<void>((resolve) => (release = resolve));
    });
    await waitFor(() => taken);
    const stopped = consumer.stop();
    release();
    await stopped;
    await expectNothingLeft();
  });

  test.each([
    ['give up when their signal aborts', true],
    ['heed nothing', false],
  ])('that is stopped requeues the jobs of handlers that %s for another consumer at once', async (_, heeds) => {
    await publishSpans(5);
    const { jobs, handle } = stuck(heeds);
    const consumer = await consume(handle, { stopTimeoutMs: 50, lockMs: 30_000 });
    await waitFor(() => jobs.length === 1);
    await consumer.stop();
    const next = collector();
    await consume(next.handle);
    await waitFor(() => next.jobs.length === 1, { timeoutMs: 2_000 });
    expect(next.jobs[0]).toMatchObject({ events: 5, starts: 1 });
    await expectNothingLeft();
  });

  test('stops in bounded time while Redis answers nothing', async () => {
    const { handle } = collector();
    const consumer = await consume(handle);
    await waitFor(() => consumer.isUsable());
    redis.freeze();
    await consumer.stop();
    redis.thaw();
    await waitFor(() => publisher.isUsable());
  });

  test('that was cut off leaves its job to another, which sees that it was started before', async () => {
    await publishSpans(5);
    const { jobs, handle } = stuck(false);
    await consume(handle, { lockMs: 60_000, stopTimeoutMs: 0, maxActiveJobs: 1 });
    await waitFor(() => jobs.length === 1);
    // State after a kill: an active job whose lock is no longer renewed.
    await observer.client.del(`{sl0}:span:${jobs[0]?.id}:lock`);
    const next = collector();
    await consume(next.handle);
    await waitFor(() => next.jobs.length === 1);
    expect(next.jobs[0]).toMatchObject({ starts: 2, events: 5 });
    await expectNothingLeft();
  });

  test('that lost its lock finishes nothing and counts nothing', async () => {
    await publishSpans(5);
    let release = (): void => undefined;
    let first = 0;
    await consume(
      async () => {
        first += 1;
        await new Promise<void>((resolve) => (release = resolve));
      },
      { lockMs: 60_000, maxActiveJobs: 1 },
    );
    await waitFor(() => first === 1);
    const ids = await observer.client.lrange('{sl0}:span:active', 0, -1);
    await observer.client.set(`{sl0}:span:${ids[0]}:lock`, 'another');
    release();
    await publishSpans(1);
    await waitFor(() => first === 2);
    expect(await observer.client.hget('{sl0}:counts', 'span:finished')).toBeNull();
    await observer.client.del(`{sl0}:span:${ids[0]}:lock`);
    release();
    await waitFor(() => first === 3);
    release();
    await expectNothingLeft();
  });

  test('drains a Redis that is full', async () => {
    for (let jobs = 0; jobs < 40; jobs += 1) await publishSpans(2);
    let full = false;
    let handled = 0;
    await consume(
      async () => {
        if (!full) await waitFor(() => full);
        handled += 1;
      },
      { maxActiveJobs: 5 },
    );
    await waitFor(async () => (await observer.client.llen('{sl0}:span:active')) === 5);
    const used = Number(/used_memory:(\d+)/.exec(await observer.client.info('memory'))?.[1]);
    await observer.client.config('SET', 'maxmemory', String(used - 1_000_000));
    await expect(observer.client.set('probe', '1')).rejects.toThrow('OOM');
    full = true;
    await waitFor(() => handled === 40);
    await expectNothingLeft();
    await observer.client.config('SET', 'maxmemory', '0');
  });
});

describe('many jobs, over a Redis that is killed and restarted', () => {
  test('are each handled, and the counts end equal', async () => {
    const handled = new Set<string>();
    await consume((job) => {
      for (const { batch } of job.parse()?.parts ?? []) handled.add(batch);
      return Promise.resolve();
    });
    const accepted: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const batches = Array.from({ length: 300 }, () => makeBatch({ span: 2 }));
      const ends = batches.map(async (batch) => {
        if ((await publisher.publish(batch).catch(() => undefined)) === 'accepted') accepted.push(batch.batchId);
      });
      await waitFor(() => handled.size > 50 + round * 300, { timeoutMs: 5_000 });
      await redis.kill9();
      await redis.restart();
      await Promise.all(ends);
      await waitFor(() => publisher.isUsable());
    }
    await waitFor(() => accepted.every((batch) => handled.has(batch)), { timeoutMs: 20_000 });
    expect(accepted.length).toBeGreaterThan(100);
    await expectNothingLeft();
  }, 60_000);
});

async function consume(handle: HandleJob, more: Partial<ConsumerOptions> = {}): Promise<Consumer> {
  const consumer = createConsumer(
    {
      type: 'span',
      url: redis.url,
      shards: 1,
      maxActiveJobs: 50,
      lockMs: 1_000,
      stalledCheckMs: 250,
      stopTimeoutMs: 2_000,
      logger: silentLogger,
      metrics: createMetrics(),
      ...more,
    },
    handle,
  );
  open.push(consumer);
  await consumer.start();
  return consumer;
}

/** A handler that records its jobs. */
function collector(): { jobs: AcquiredJob[]; handle: HandleJob } {
  const jobs: AcquiredJob[] = [];
  return {
    jobs,
    handle: (job) => {
      jobs.push(job);
      return Promise.resolve();
    },
  };
}

/** A handler that does not end before its signal aborts, or at all. */
function stuck(heeds: boolean): { jobs: AcquiredJob[]; handle: HandleJob } {
  const jobs: AcquiredJob[] = [];
  return {
    jobs,
    handle: async (job, signal) => {
      jobs.push(job);
      if (heeds) await once(signal, 'abort');
      else await new Promise(() => undefined);
      throw new Error('gave up');
    },
  };
}

async function expectNothingLeft(): Promise<void> {
  await waitFor(isDrained);
  expect(await depth.read('span')).toMatchObject({ events: 0, jobs: 0, oldestAgeMs: undefined });
  const { 'span:published': published, 'span:finished': finished } = await observer.client.hgetall('{sl0}:counts');
  expect(finished).toBe(published);
  expect(await observer.client.zcard('{sl0}:span:failed')).toBe(0);
  expect(await observer.client.zcard('{sl0}:span:completed')).toBe(0);
}
