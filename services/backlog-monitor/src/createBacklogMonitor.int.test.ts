import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createConsumer, createPublisher } from '@sluice/queues';
import {
  agreeOnPlacement,
  changeShards,
  closeRedis,
  connectPatientRedis,
  createBacklogFlag,
  createBacklogWaits,
} from '@sluice/redis';
import { createMetrics, silentLogger, systemClock, type Component, type Metrics } from '@sluice/runtime';
import { partOf, startTestRedis, useRedis, useRedisClient, useResource, waitFor } from '@sluice/testkit';
import { DEFAULT_BACKLOG_MONITOR_CONFIG, type BacklogMonitorConfig } from './config.js';
import { createBacklogMonitor } from './createBacklogMonitor.js';

const redis = useRedis();
const connection = useRedisClient(redis);
const flag = useResource(() => createBacklogFlag(connection.client));
let running: Component[] = [];
let published = 0;

beforeEach(() => connection.client.flushall());
afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  running = [];
});

const config: BacklogMonitorConfig = {
  ...DEFAULT_BACKLOG_MONITOR_CONFIG,
  periodMs: 20,
  marks: {
    ...DEFAULT_BACKLOG_MONITOR_CONFIG.marks,
    depth: { high: 100, low: 10 },
    raiseAfterMs: 0,
    lowerAfterMs: 0,
  },
};

const holdOff = async (): Promise<number | undefined> => (await flag.read()).holdOffSeconds;
const isRaised = async (): Promise<boolean> => (await holdOff()) !== undefined;

describe('the backlog monitor', () => {
  test('sends heartbeats and sets no flag for empty queues', async () => {
    const { metrics } = await monitor();
    await waitFor(async () => (await flag.read()).monitorAlive);
    expect(await holdOff()).toBeUndefined();
    expect(await metrics.metrics()).toContain('sluice_queue_depth_events{type="log"} 0');
  });

  test('sets the flag with an estimate when a queue is too deep, and clears it when the queue is drained', async () => {
    const { metrics } = await monitor();
    await publish(500);
    expect(await waitFor(holdOff)).toBe(60);
    await waitFor(async () => (await metrics.metrics()).includes('sluice_backlog_raised{subject="log"} 1'));
    expect(await metrics.metrics()).toContain('sluice_queue_depth_events{type="log"} 500');
    await drain();
    await waitFor(async () => !(await isRaised()));
    expect((await flag.read()).monitorAlive).toBe(true);
  });

  test('publishes how long exceptions and logs wait', async () => {
    const waits = createBacklogWaits(connection.client);
    await publish(5);
    const { metrics } = await monitor();
    expect(await waitFor(waits.read)).toEqual({ exception: 0, log: 0 });
    const consumer = await drain();
    await waitFor(async () => (await metrics.metrics()).includes('sluice_queue_depth_events{type="log"} 0'));
    // Its workers finished a few, and now there are many.
    await consumer.stop();
    running = running.filter((one) => one !== consumer);
    await publish(2_000);
    await waitFor(async () => ((await waits.read())?.log ?? 0) > 0);
    expect(await waits.read()).toEqual({ exception: 0, log: expect.any(Number) });
  });

  test('that dies refuses events until its flag expires, and is considered dead', async () => {
    await publish(500);
    const { stop } = await monitor({ flagTtlMs: 300, heartbeatTtlMs: 200 });
    await waitFor(isRaised);
    await stop();
    await waitFor(async () => !(await isRaised()));
    expect(await flag.read()).toEqual({ monitorAlive: false, holdOffSeconds: undefined });
  });

  test('that starts under load keeps the flag; several monitors agree', async () => {
    await publish(50);
    await flag.raise({ holdOffSeconds: 30 }, 60_000);
    await Promise.all([monitor(), monitor(), monitor()]);
    await waitFor(async () => (await holdOff()) === 60);
    await drain();
    await waitFor(async () => !(await isRaised()));
  });

  test('shows the recorded number of queue shards, and those of an earlier number until they are drained', async () => {
    // The project is in another shard than the first.
    await publish(5, 8);
    await changeShards(connection.client, 1);
    const { metrics } = await monitor();
    const shown = (): Promise<readonly string[]> => shardGaugesIn(metrics);
    await waitFor(async () => (await shown()).length > 0);
    expect(await shown()).toEqual(['sluice_queue_shards 1', 'sluice_queue_shards_draining 7']);
    await drain();
    await waitFor(async () => (await shown()).includes('sluice_queue_shards_draining 0'), { timeoutMs: 20_000 });
    expect(await shown()).toEqual(['sluice_queue_shards 1', 'sluice_queue_shards_draining 0']);
    await connection.client.flushall();
    await waitFor(async () => (await shown()).length === 0);
  }, 30_000);

  test('sends no heartbeat and has no gauges while it cannot read the queues, and recovers', async () => {
    const queues = await startTestRedis();
    const queueClient = connectPatientRedis({ url: queues.url, name: 'test' });
    try {
      const { metrics } = await monitor({ heartbeatTtlMs: 200 }, queues.url);
      await waitFor(async () => (await flag.read()).monitorAlive);
      await agreeOnPlacement(queueClient, 1);
      await waitFor(async () => (await gaugesIn(metrics)).length === 6 + 6 + 7 + 1 + 2);
      await queues.shutdown();
      await waitFor(async () => !(await flag.read()).monitorAlive);
      await waitFor(async () => (await gaugesIn(metrics)).length === 0, { timeoutMs: 20_000 });
      await queues.restart();
      await waitFor(async () => (await flag.read()).monitorAlive, { timeoutMs: 20_000 });
      await waitFor(async () => (await gaugesIn(metrics)).length === 22);
    } finally {
      await Promise.all(running.map(({ stop }) => stop()));
      await closeRedis(queueClient);
      await queues.stop();
    }
  }, 30_000);
});

async function monitor(
  changes: Partial<BacklogMonitorConfig> = {},
  queueRedisUrl = redis.url,
): Promise<{ stop: () => Promise<void>; metrics: Metrics }> {
  const metrics = createMetrics();
  const started = createBacklogMonitor(
    { redisUrl: redis.url, queueRedisUrl, logger: silentLogger, metrics, clock: systemClock },
    { ...config, ...changes },
  );
  running.push(started);
  await started.start();
  return { stop: started.stop, metrics };
}

/** Publishes a job with this number of logs. */
async function publish(events: number, shards = 1): Promise<void> {
  const publisher = createPublisher({
    url: redis.url,
    shards,
    lingerMs: 0,
    markTtlMs: 60_000,
    logger: silentLogger,
    metrics: createMetrics(),
  });
  await publisher.start();
  await waitFor(() => publisher.isUsable());
  await publisher.publish({
    projectId: '1',
    hash: String((published += 1)).padStart(64, '0'),
    batchId: '01977a00-0000-8000-8000-000000000000',
    parts: [partOf('log', events, '{"indexes":[],"events":[]}')],
  });
  await publisher.stop();
}

/** Takes every job of the queue of logs. */
async function drain(): Promise<Component> {
  const consumer = createConsumer(
    {
      type: 'log',
      url: redis.url,
      shards: 1,
      maxActiveJobs: 10,
      logger: silentLogger,
      metrics: createMetrics(),
    },
    () => Promise.resolve(),
  );
  running.push(consumer);
  await consumer.start();
  return consumer;
}

/** Samples of the gauges about queues and memory. */
async function gaugesIn(metrics: Metrics): Promise<readonly string[]> {
  const lines = (await metrics.metrics()).split('\n');
  return lines.filter((line) => /^sluice_(?:queue_|redis_memory_|backlog_raised)/.test(line));
}

async function shardGaugesIn(metrics: Metrics): Promise<readonly string[]> {
  return (await gaugesIn(metrics)).filter((line) => line.startsWith('sluice_queue_shards'));
}
