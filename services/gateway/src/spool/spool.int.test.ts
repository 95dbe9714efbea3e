import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { parseProjectKey } from '@sluice/contract/node';
import type { Chunk, ProjectedProject } from '@sluice/contract';
import { createConsumer } from '@sluice/queues';
import { createAllowance, createBacklogFlag, type LedgerView } from '@sluice/redis';
import { createMetrics, checkReadiness, silentLogger } from '@sluice/runtime';
import { startTestRedis, testDirectory, waitFor, type TestRedis } from '@sluice/testkit';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { GatewayConfig } from '../config.js';
import { log, span } from '../testing/events.js';
import {
  newKey,
  newProject,
  newServerKey,
  send,
  startGateway,
  stubDatabase,
  testProjection,
  type RunningGateway,
  type StubDatabase,
  type TestProjection,
} from '../testing/gatewayHarness.js';

jest.setTimeout(60_000);

const DUPLICATE = { success: true, duplicate: true };
/** User agent of the batches that a test sends directly. */
const AGENT = { 'user-agent': 'test' };

let redis: TestRedis;
let settings: TestProjection;
let database: StubDatabase;
let spoolDir: string;
let gateways: RunningGateway[];

beforeEach(async () => {
  redis = await startTestRedis();
  settings = testProjection(redis.url);
  database = stubDatabase();
  spoolDir = path.join(await testDirectory('spool'), 'spool');
  gateways = [];
});
afterEach(async () => {
  redis.thaw();
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await settings.close();
  await redis.stop();
  await rm(path.dirname(spoolDir), { recursive: true, force: true });
});

describe('while Redis is unavailable', () => {
  test('acknowledges batches at once, and charges and publishes them when Redis is back', async () => {
    const gateway = await start();
    const project = newProject();
    const key = await add(project, newServerKey());
    expect((await send(gateway.url, key, bodyOf('live'), AGENT)).body).toMatchObject({ processed: 1 });
    await redis.shutdown();
    const before = Date.now();
    const mixed = JSON.stringify({
      events: [{ type: 'trace' }, log({ payload: { message: 'spooled' } }), 5, log({ payload: { message: 'second' } })],
    });
    expect(await send(gateway.url, key, mixed, AGENT)).toMatchObject({
      status: 202,
      body: { success: true, processed: 2, invalid: 1, filtered: 0, rate_limited: 0, quota_exceeded: 0 },
    });
    const arrivedBy = Date.now();
    expect(await isReady(gateway)).toBe(true);
    expect(await valueOf(gateway, 'sluice_spool_entries')).toBe(1);
    await redis.restart();
    await emptied(gateway);
    const parts = await publishedLogs();
    expect(messages(parts)).toEqual(['live', 'second', 'spooled']);
    const part = parts.find(({ events }) => events.length === 2);
    expect(part).toMatchObject({
      project: project.projectId,
      indexes: [1, 3],
      ip: '127.0.0.1',
      agent: 'test',
      keyKind: 'server',
    });
    expect(part?.arrival).toBeGreaterThanOrEqual(before);
    expect(part?.arrival).toBeLessThanOrEqual(arrivedBy);
    const ledger = await ledgerOf(project.organizationId);
    expect([sum(ledger?.accepted), sum(ledger?.refusals)]).toEqual([3, 1]);
    expect(ledger?.epoch).toBe(part?.epoch);
    expect(await valueOf(gateway, 'sluice_spool_replayed_total')).toBe(1);
    await waitFor(async () => (await settings.client.keys('*answer*')).length === 0);
    await waitFor(async () => (await readdir(spoolDir)).sort().join() === 'done,lock');
  });

  test('recognizes a resend before and after the replay, and across restarts of the gateway', async () => {
    const first = await start();
    const project = newProject();
    const key = await add(project);
    const again = (gateway: RunningGateway) => send(gateway.url, key, bodyOf('once'), AGENT);
    await send(first.url, key, { events: [] });
    await redis.shutdown();
    expect((await again(first)).body).toMatchObject({ processed: 1 });
    expect((await again(first)).body).toEqual(DUPLICATE);
    await stop(first);
    // Redis is unavailable at the start: PostgreSQL has the key, the disk has the batch.
    const second = await start();
    expect((await again(second)).body).toEqual(DUPLICATE);
    await redis.restart();
    await emptied(second);
    expect((await again(second)).body).toEqual(DUPLICATE);
    // Alone: no other gateway knows an entry that waits for its replay.
    expect(await valueOf(second, 'sluice_spool_duplicates_total')).toBe(2);
    await stop(second);
    // The spool is empty; Redis has the record.
    const third = await start();
    await waitFor(() => settings.client.ping());
    expect((await again(third)).body).toEqual(DUPLICATE);
    expect(messages(await publishedLogs())).toEqual(['once']);
    expect(sum((await ledgerOf(project.organizationId))?.accepted)).toBe(1);
  });

  test('answers concurrent identical batches with one tally and duplicates', async () => {
    const gateway = await start();
    const key = await add(newProject());
    await send(gateway.url, key, { events: [] });
    await redis.shutdown();
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(gateway.url, key, bodyOf('raced'), AGENT)));
    expect(replies.filter(({ body }) => body['processed'] === 1)).toHaveLength(1);
    expect(replies.filter(({ body }) => body['duplicate'] === true)).toHaveLength(9);
    expect(await valueOf(gateway, 'sluice_spool_entries')).toBe(1);
  });

  test('processes acknowledged events above a cap; later batches meet the cap', async () => {
    const gateway = await start();
    const project = newProject({ eventsPerHour: 2 });
    const key = await add(project);
    await send(gateway.url, key, bodyOf('live'), AGENT);
    await redis.shutdown();
    for (const text of ['a', 'b', 'c']) {
      expect((await send(gateway.url, key, bodyOf(text), AGENT)).body).toMatchObject({ processed: 1, rate_limited: 0 });
    }
    await redis.restart();
    await emptied(gateway);
    expect((await send(gateway.url, key, bodyOf('late'), AGENT)).status).toBe(429);
    const ledger = await ledgerOf(project.organizationId);
    expect([sum(ledger?.accepted), sum(ledger?.refusals)]).toEqual([4, 1]);
    expect(messages(await publishedLogs())).toEqual(['a', 'b', 'c', 'live']);
  });

  test('keeps, reports and counts the refusals of the backlog', async () => {
    const gateway = await start();
    const project = newProject();
    const key = await add(project);
    const flag = createBacklogFlag(settings.client);
    await flag.heartbeat(60_000);
    await flag.raise({ holdOffSeconds: 17 }, 60_000);
    await waitFor(async () => (await send(gateway.url, key, { events: [span()] })).status === 429);
    const before = await ledgerOf(project.organizationId);
    await redis.shutdown();
    expect(await send(gateway.url, key, { events: [span(), log()] })).toMatchObject({
      status: 202,
      body: { processed: 1, rate_limited: 1 },
    });
    const body = JSON.stringify({ events: [span()] });
    for (let time = 0; time < 2; time += 1) {
      const refused = await send(gateway.url, key, body);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '17']);
    }
    await redis.restart();
    await emptied(gateway);
    const ledger = await ledgerOf(project.organizationId);
    expect(sum(ledger?.accepted) - sum(before?.accepted)).toBe(1);
    expect(sum(ledger?.refusals) - sum(before?.refusals)).toBe(3);
  });

  test('answers 503 only for keys that PostgreSQL cannot look up either', async () => {
    const gateway = await start();
    const known = 'a'.repeat(32);
    database.keys.set(known, newProject());
    await redis.shutdown();
    expect((await send(gateway.url, known, bodyOf('x'), AGENT)).body).toMatchObject({ processed: 1 });
    expect((await send(gateway.url, 'b'.repeat(32), bodyOf('x'))).status).toBe(401);
    database.isUnavailable = true;
    expect((await send(gateway.url, 'c'.repeat(32), bodyOf('x'))).status).toBe(503);
    expect((await send(gateway.url, known, bodyOf('y'), AGENT)).body).toMatchObject({ processed: 1 });
  });
});

describe('while Redis accepts no batches', () => {
  test('answers 202 within the client’s timeout if Redis freezes; a late charge counts once', async () => {
    const gateway = await start();
    const project = newProject({ spikeProtection: false });
    const key = await add(project);
    await send(gateway.url, key, bodyOf('live'), AGENT);
    redis.freeze();
    expect((await send(gateway.url, key, bodyOf('frozen'), AGENT)).body).toMatchObject({ processed: 1 });
    // The gateway has noticed that the connection is silent, and does not wait for it.
    expect((await send(gateway.url, key, bodyOf('second'), AGENT)).body).toMatchObject({ processed: 1 });
    expect((await send(gateway.url, key, bodyOf('frozen'), AGENT)).body).toEqual(DUPLICATE);
    redis.thaw();
    await emptied(gateway);
    expect((await send(gateway.url, key, bodyOf('frozen'), AGENT)).body).toEqual(DUPLICATE);
    expect(messages(await publishedLogs())).toEqual(['frozen', 'live', 'second']);
    expect(sum((await ledgerOf(project.organizationId))?.accepted)).toBe(3);
  });

  test('spools batches while Redis is full, and publishes them when there is room', async () => {
    const gateway = await start();
    const project = newProject();
    const key = await add(project);
    await send(gateway.url, key, bodyOf('live'), AGENT);
    await settings.client.config('SET', 'maxmemory', '1');
    expect((await send(gateway.url, key, bodyOf('full'), AGENT)).body).toMatchObject({ processed: 1 });
    await waitFor(async () => (await send(gateway.url, key, bodyOf('still full'), AGENT)).status === 202);
    expect(await isReady(gateway)).toBe(true);
    expect(await valueOf(gateway, 'sluice_spool_entries')).toBe(2);
    await settings.client.config('SET', 'maxmemory', '0');
    await emptied(gateway);
    expect(messages(await publishedLogs())).toEqual(['full', 'live', 'still full']);
    expect(sum((await ledgerOf(project.organizationId))?.accepted)).toBe(3);
  });

  test('spools batches while Redis is nearly full, and publishes them when there is room', async () => {
    const gateway = await start();
    const key = await add(newProject());
    await send(gateway.url, key, bodyOf('live'), AGENT);
    // Ballast, so that the memory of the test itself does not change the share.
    await settings.client.setrange('ballast', 30_000_000, 'x');
    const used = Number(/used_memory:(\d+)/.exec(await settings.client.info('memory'))?.[1]);
    await settings.client.config('SET', 'maxmemory', String(Math.floor(used / 0.9)));
    let sent = 0;
    await waitFor(async () => {
      sent += 1;
      expect((await send(gateway.url, key, bodyOf(`full ${sent}`), AGENT)).body).toMatchObject({ processed: 1 });
      return (await valueOf(gateway, 'sluice_spool_entries')) > 0;
    });
    expect(await valueOf(gateway, 'sluice_spool_replayed_total')).toBe(0);
    await settings.client.config('SET', 'maxmemory', '0');
    await emptied(gateway);
    expect(await publishedLogs()).toHaveLength(sent + 1);
  });

  test('undoes a charge if the Redis of the queues is full, and charges again at the replay', async () => {
    const queues = await startTestRedis();
    const other = testProjection(queues.url);
    try {
      const gateway = await start({ redisQueueUrl: queues.url, pressureCheckMs: 60_000, redisRetryMs: 1_500 });
      const project = newProject();
      const key = await add(project);
      await other.client.config('SET', 'maxmemory', '1');
      expect((await send(gateway.url, key, bodyOf('full'), AGENT)).body).toMatchObject({ processed: 1 });
      await other.client.config('SET', 'maxmemory', '0');
      await emptied(gateway);
      expect(sum((await ledgerOf(project.organizationId))?.accepted)).toBe(1);
      expect(await other.client.hget('{sl0}:counts', 'log:published')).toBe('1');
      await stop(gateway);
    } finally {
      await other.close();
      await queues.stop();
    }
  });
});

describe('the disk of the spool', () => {
  test('answers 503 and is not ready while it is full, and keeps nothing of the batch', async () => {
    const gateway = await start({ spoolMaxBytes: 70_000 });
    const project = newProject();
    const key = await add(project);
    await send(gateway.url, key, { events: [] });
    await redis.shutdown();
    expect((await send(gateway.url, key, bodyOf('x'.repeat(5_000)), AGENT)).status).toBe(202);
    const refused = await send(gateway.url, key, bodyOf('refused'), AGENT);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await isReady(gateway)).toBe(false);
    await redis.restart();
    await emptied(gateway);
    expect(await isReady(gateway)).toBe(true);
    expect((await send(gateway.url, key, bodyOf('refused'), AGENT)).body).toMatchObject({ processed: 1 });
    expect(messages(await publishedLogs())).toEqual(['refused', 'x'.repeat(5_000)]);
  });

  test('answers 503 and is not ready while it is missing', async () => {
    const gateway = await start();
    const key = await add(newProject());
    await send(gateway.url, key, { events: [] });
    await redis.shutdown();
    await rename(spoolDir, `${spoolDir}-gone`);
    const replies = await Promise.all([1, 2].map(() => send(gateway.url, key, bodyOf('lost'), AGENT)));
    expect(replies.map(({ status }) => status)).toEqual([503, 503]);
    expect(await isReady(gateway)).toBe(false);
    expect(await valueOf(gateway, 'sluice_spool_failing')).toBe(1);
    await rename(`${spoolDir}-gone`, spoolDir);
    await waitFor(() => isReady(gateway));
    expect((await send(gateway.url, key, bodyOf('lost'), AGENT)).body).toMatchObject({ processed: 1 });
    await redis.restart();
    await emptied(gateway);
    expect(messages(await publishedLogs())).toEqual(['lost']);
  });

  test('fails the start with a message that names the setting if it cannot be used', async () => {
    await mkdir(path.dirname(spoolDir), { recursive: true });
    await writeFile(spoolDir, 'a file');
    await expect(start()).rejects.toThrow(
      /^SPOOL_DIR: \S+ cannot be used: a part of the path is a file\. Choose another directory/,
    );
    await rm(spoolDir);
    await start();
    await expect(start()).rejects.toThrow(
      /^SPOOL_DIR: \S+ is in use by process \d+; every gateway needs its own directory$/,
    );
  });
});

/** Adds a project to Redis and PostgreSQL. Resolves with its key. */
async function add(project: ProjectedProject, of = newKey()): Promise<string> {
  const key = await settings.add(project, of);
  database.keys.set(parseProjectKey(key)?.name ?? key, project);
  return key;
}

async function start(config: Partial<GatewayConfig> = {}): Promise<RunningGateway> {
  const gateway = await startGateway(redis.url, { database, config: { spoolDir, ...config } });
  gateways.push(gateway);
  return gateway;
}

async function stop(gateway: RunningGateway): Promise<void> {
  gateways = gateways.filter((other) => other !== gateway);
  await gateway.stop();
}

/** Consumes the queue of logs until it is empty. Resolves with the parts. */
async function publishedLogs(): Promise<Chunk['parts']> {
  const chunks: Chunk[] = [];
  const base = { type: 'log', url: redis.url, shards: 1, maxActiveJobs: 100 } as const;
  const consumer = createConsumer({ ...base, logger: silentLogger, metrics: createMetrics() }, ({ parse }) => {
    const chunk = parse();
    if (chunk !== undefined) chunks.push(chunk);
    return Promise.resolve();
  });
  await consumer.start();
  await waitFor(async () => {
    const counts = await settings.client.hgetall('{sl0}:counts');
    return Number(counts['log:published'] ?? 0) === Number(counts['log:finished'] ?? 0);
  });
  await consumer.stop();
  return chunks.flatMap(({ parts }) => parts);
}

function emptied(gateway: RunningGateway): Promise<boolean> {
  return waitFor(async () => (await valueOf(gateway, 'sluice_spool_entries')) === 0, {
    timeoutMs: 20_000,
    what: 'an empty spool',
  });
}

async function valueOf(gateway: RunningGateway, name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await gateway.metrics.metrics())?.[1]);
}

async function isReady(gateway: RunningGateway): Promise<boolean> {
  return (await checkReadiness({ checks: gateway.checks, isStopping: () => false })).ready;
}

async function ledgerOf(organizationId: string): Promise<LedgerView | undefined> {
  return createAllowance(settings.client).readLedger(organizationId);
}

function sum(counts: readonly { readonly count: number }[] = []): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

function messages(parts: Chunk['parts']): unknown[] {
  return parts.flatMap(({ events }) => events.map(({ payload }) => payload['message'])).sort();
}

function bodyOf(...texts: string[]): string {
  return JSON.stringify({ events: texts.map((message) => log({ payload: { message } })) });
}
