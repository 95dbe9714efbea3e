import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { EVENT_TYPES } from '@sluice/contract';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { startTestRedisCluster, waitFor, type TestRedisCluster } from '@sluice/testkit';
import { createConsumer } from './consuming/createConsumer.js';
import { createDepthReader } from './createDepthReader.js';
import { PublishFailedError } from './publishFailedError.js';
import { makeBatch, makePublisher } from './testing/batches.js';
import type { Consumer, DepthReader, PublishBatch, Publisher } from './types.js';

jest.setTimeout(90_000);

const SHARDS = 6;
const SPANS = 3;

let cluster: TestRedisCluster;
let publisher: Publisher;
let depth: DepthReader;
let consumers: Consumer[] = [];
/** How often each batch was handled. */
let handled = new Map<string, number>();

beforeAll(async () => {
  cluster = await startTestRedisCluster();
});
afterAll(async () => {
  await cluster.stop();
});

async function setUp(): Promise<void> {
  handled = new Map();
  publisher = makePublisher(cluster.url, { shards: SHARDS, commandTimeoutMs: 3_000, publishTimeoutMs: 4_000 });
  depth = createDepthReader({ url: cluster.url, shards: SHARDS });
  await waitFor(() => publisher.isUsable(), { what: 'a usable publisher' });
}

async function consume(): Promise<void> {
  consumers = EVENT_TYPES.filter((type) => type === 'span' || type === 'log').map((type) =>
    createConsumer(
      {
        ...{ type, url: cluster.url, shards: SHARDS, maxActiveJobs: 50, lockMs: 2_000, stalledCheckMs: 500 },
        ...{ logger: silentLogger, metrics: createMetrics() },
      },
      (job) => {
        for (const { batch } of job.parse()?.parts ?? []) {
          if (type === 'span') handled.set(batch, (handled.get(batch) ?? 0) + 1);
        }
        return Promise.resolve();
      },
    ),
  );
  await Promise.all(consumers.map((consumer) => consumer.start()));
}

afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
  await publisher.stop();
  await depth.stop();
});

type End = 'accepted' | 'duplicate' | 'certainly failed' | 'in doubt';

async function publish(batch: PublishBatch): Promise<End> {
  try {
    return await publisher.publish(batch);
  } catch (error) {
    if (!(error instanceof PublishFailedError)) throw error;
    return error.certain ? 'certainly failed' : 'in doubt';
  }
}

/** Publishes from eight clients, for projects of all shards, until `isOver`. */
async function load(isOver: () => boolean): Promise<{ batch: PublishBatch; end: End }[]> {
  const ends: { batch: PublishBatch; end: End }[] = [];
  let project = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver()) {
        const batch = makeBatch({ span: SPANS, log: 1 }, { projectId: String((project += 1) % 40) });
        ends.push({ batch, end: await publish(batch) });
      }
    }),
  );
  return ends;
}

const isDrained = async (): Promise<boolean> =>
  (await Promise.all([depth.read('span'), depth.read('log')])).every(({ jobs }) => jobs === 0);

/** Counts of all shards together. */
async function counts(): Promise<Record<'published' | 'finished', number>> {
  const sums = { published: 0, finished: 0 };
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const fields = (await cluster.askOwner(`{sl${shard}}:counts`, 'HGETALL', `{sl${shard}}:counts`)) as string[];
    for (let at = 0; at < fields.length; at += 2) {
      const [, kind] = (fields[at] ?? '').split(':');
      if (kind === 'published' || kind === 'finished') sums[kind] += Number(fields[at + 1]);
    }
  }
  return sums;
}

/** Accepted batches were handled, certainly failed ones were not, and as many events are finished as were published. */
async function expectExactAccounts(ends: readonly { batch: PublishBatch; end: End }[]): Promise<void> {
  await waitFor(isDrained, { what: 'drained queues', timeoutMs: 30_000 });
  const of = (end: End): number[] =>
    ends.filter((entry) => entry.end === end).map(({ batch }) => Math.min(1, handled.get(batch.batchId) ?? 0));
  expect(of('accepted').every((count) => count === 1)).toBe(true);
  expect(of('certainly failed').every((count) => count === 0)).toBe(true);
  const { published, finished } = await counts();
  expect(finished).toBe(published);
  expect(published).toBeGreaterThanOrEqual(of('accepted').length * (SPANS + 1));
}

describe('queues on a cluster', () => {
  test('accept, deliver and count every batch, on every master', async () => {
    await setUp();
    const ends = await Promise.all(
      Array.from({ length: 60 }, async (_, project) => {
        const batch = makeBatch({ span: SPANS, log: 1 }, { projectId: String(project) });
        return { batch, end: await publish(batch) };
      }),
    );
    expect(new Set(ends.map(({ end }) => end))).toEqual(new Set(['accepted']));
    expect(await depth.read('span')).toMatchObject({ events: 60 * SPANS });
    expect(await publisher.isMarked(ends[0]?.batch ?? makeBatch({}))).toBe(true);
    const owners = Array.from({ length: SHARDS }, (_, shard) => cluster.ownerOf(`{sl${shard}}:counts`));
    expect(new Set(await Promise.all(owners)).size).toBeGreaterThan(1);
    await consume();
    await expectExactAccounts(ends);
    expect([...handled.values()].every((times) => times === 1)).toBe(true);
    expect(await Promise.all(consumers.map((consumer) => consumer.problem()))).toEqual([undefined, undefined]);
    expect(await publisher.problem()).toBeUndefined();
  });

  test('keep every accepted batch while the slot of a shard moves under load, and go on there', async () => {
    await setUp();
    await consume();
    let over = false;
    const loading = load(() => over);
    await waitFor(() => handled.size > 50, { what: 'load' });
    const from = await cluster.ownerOf('{sl0}:counts');
    let halfway = 0;
    await cluster.moveSlot('{sl0}:counts', (from + 1) % 3, async () => {
      // Long enough for publishes and ends of jobs to meet the moving slot.
      const before = handled.size;
      await waitFor(() => handled.size > before + 20, { what: 'load on the other shards' });
      halfway = handled.size;
    });
    await waitFor(() => handled.size > halfway + 100, { what: 'load after the move' });
    over = true;
    const ends = await loading;
    await expectExactAccounts(ends);
    expect(await publisher.problem()).toBeUndefined();
    await waitFor(async () => (await publish(makeBatch({ span: SPANS }, { projectId: '1' }))) === 'accepted');
  });

  test('keep every accepted batch when a master is killed under load and restarted', async () => {
    await setUp();
    await consume();
    let over = false;
    const loading = load(() => over);
    await waitFor(() => handled.size > 50, { what: 'load' });
    const down = await cluster.ownerOf('{sl0}:counts');
    await cluster.nodes[down]?.kill9();
    await waitFor(() => !publisher.isUsable(), { what: 'an unusable publisher' });
    expect(await publisher.problem()).toContain(`127.0.0.1:${cluster.nodes[down]?.port}`);
    await cluster.nodes[down]?.restart();
    await cluster.settled();
    await waitFor(() => publisher.isUsable(), { what: 'a usable publisher', timeoutMs: 30_000 });
    const before = handled.size;
    await waitFor(() => handled.size > before + 100, { what: 'load after the restart' });
    over = true;
    await expectExactAccounts(await loading);
    await waitFor(async () =>
      (await Promise.all(consumers.map((each) => each.problem()))).every((each) => each === undefined),
    );
  });
});
