import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import {
  accessOfConnections,
  redisTlsProblem,
  startTestRedisSentinels,
  waitFor,
  type TestRedisSentinels,
} from '@sluice/testkit';
import type { PublishEnd } from './testing/publishLoad.js';
import { startQueues, type Queues } from './testing/startQueues.js';
import type { PublishBatch } from './types.js';

jest.setTimeout(180_000);

const SPANS = 3;
const CLIENTS = 4;

let sentinels: TestRedisSentinels;
let queues: Queues;
afterEach(async () => {
  await queues.stop();
  await sentinels.stop();
});

describe('a master that sentinels watch', () => {
  beforeEach(() => start(false));

  test('is replaced when it is killed: what its replica had is delivered and counted once', replacesKilledMaster);

  test('is left by every connection when it is demoted under load', async () => {
    await queues.consume();
    const { ends, stop } = queues.load(CLIENTS);
    await waitFor(() => queues.handled.size > 50, { what: 'load' });
    await sentinels.failOver();
    const isReplica = async (): Promise<boolean> => {
      const client = new Redis(sentinels.servers[0].url);
      const text = await client.info('replication');
      client.disconnect();
      return text.includes('role:slave') && text.includes('master_link_status:up');
    };
    await waitFor(isReplica, { what: 'the old master as a replica', timeoutMs: 30_000 });
    await waitFor(async () => (await queues.publish(queues.nextBatch())) === 'accepted', { timeoutMs: 30_000 });
    const from = ends.length;
    await waitFor(() => ends.slice(from).filter(({ end }) => end === 'accepted').length > 50, { what: 'more load' });
    await stop();
    await queues.drained();
    const times = (end: PublishEnd, first = 0): number[] =>
      ends.slice(first).flatMap((each) => (each.end === end ? [queues.handled.get(each.batch.batchId) ?? 0] : []));
    // A batch that the old master took after the promotion may be lost; all later ones are kept.
    expect(times('accepted', from + CLIENTS).every((count) => count >= 1)).toBe(true);
    expect(times('certainly failed').every((count) => count === 0)).toBe(true);
    const { published, finished } = await queues.counts();
    expect(finished).toBe(published);
    // The old master has connections of its sentinels, and none of ours.
    expect(await accessOfConnections(sentinels.servers[0])).toEqual([]);
  });
});

const tlsProblem = redisTlsProblem();
const withTls = tlsProblem === undefined ? describe : describe.skip;

withTls(`a master that sentinels watch, with TLS and passwords (${tlsProblem ?? 'Redis has TLS'})`, () => {
  beforeEach(() => start(true));

  test('a master with TLS behind Sentinel is replaced when it is killed, and every connection is encrypted and has the user', async () => {
    await replacesKilledMaster();
    expect(await accessOfConnections(await sentinels.master())).toEqual(['sluice by TLS']);
  });
});

async function start(secured: boolean): Promise<void> {
  sentinels = await startTestRedisSentinels({ secured });
  queues = await startQueues({ url: sentinels.url, shards: 1, events: { span: SPANS } });
}

async function publishAll(count: number): Promise<PublishBatch[]> {
  const batches = Array.from({ length: count }, queues.nextBatch);
  await Promise.all(batches.map((batch) => waitFor(async () => (await queues.publish(batch)) !== 'certainly failed')));
  return batches;
}

async function replacesKilledMaster(): Promise<void> {
  const before = await publishAll(40);
  await sentinels.replicated();
  const [master] = sentinels.servers;
  await master.kill9();
  await sentinels.promoted(master);
  await queues.usable();
  expect(await queues.publisher.isMarked(before[0] ?? queues.nextBatch())).toBe(true);
  const after = await publishAll(40);
  await queues.consume();
  await queues.drained();
  expect([...before, ...after].map(({ batchId }) => queues.handled.get(batchId))).toEqual(Array<number>(80).fill(1));
  expect(await queues.counts()).toEqual({ published: 80 * SPANS, finished: 80 * SPANS });
  expect(await queues.consumers[0]?.problem()).toBeUndefined();
}
