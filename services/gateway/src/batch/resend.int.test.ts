import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { batchIdOf, type Part } from '@sluice/contract';
import { createPublisher, type Publisher } from '@sluice/queues';
import { closeRedis, connectPatientRedis, createAllowance, type Allowance, type RedisClient } from '@sluice/redis';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { startTestRedis, waitFor, type TestRedis } from '@sluice/testkit';
import { randomBytes, randomUUID } from 'node:crypto';
import { serializeParts } from './serializeParts.js';
import type { LedgerReply } from '../admission/spendAllowance.js';
import { settleBatch, type BatchToSettle, type Settlement } from './settleBatch.js';

const SETTLE_MS = 1_000;
/** Long enough for a publish, short enough to wait for. */
const WINDOW_MS = 2_000;

let redis: TestRedis;
let client: RedisClient;
let allowance: Allowance;
let publisher: Publisher;

beforeAll(async () => {
  redis = await startTestRedis();
  client = connectPatientRedis({ url: redis.url, name: 'test', logger: silentLogger });
  allowance = createAllowance(client);
  publisher = createPublisher({
    url: redis.url,
    shards: 1,
    lingerMs: 0,
    markTtlMs: 60_000,
    logger: silentLogger,
    metrics: createMetrics(),
  });
  await publisher.start();
  await waitFor(() => publisher.isUsable());
  await allowance.seed('1', { months: [], hours: [], firstAccepted: [] });
});

afterAll(async () => {
  await publisher.stop();
  await closeRedis(client);
  await redis.stop();
});

/** A request with a hash, as a gateway makes it at this moment. */
function requestOf(hash: string): BatchToSettle {
  const arrivalMs = Date.now();
  return {
    request: {
      organizationId: '1',
      projectId: '7',
      hash,
      nonce: randomUUID(),
      batchId: batchIdOf(arrivalMs, hash, WINDOW_MS),
      arrivalMs,
      types: 'l',
      verdicts: '.',
      sizes: [100],
      spikeProtection: false,
      eventsPerHour: null,
      bytesPerHour: null,
      monthly: { errors: null, logs: null, spans: null, metrics: null, replays: null },
      recordTtlMs: WINDOW_MS,
    },
    markTtlMs: WINDOW_MS + 2 * SETTLE_MS,
    serializeAccepted: ({ batchId, verdicts, hour, epoch }: LedgerReply) => {
      const event = { type: 'log', timestamp: '2026-01-01', payload: { message: hash } } as const;
      const header = { project: '7', organization: '1', batch: batchId, arrival: arrivalMs, hour, epoch, ip: '::1' };
      return serializeParts({ ...header, agent: '', keyKind: 'public' }, verdicts, [
        { type: 'log', json: Buffer.from(JSON.stringify(event)) },
      ]);
    },
  };
}

const settle = (batch: BatchToSettle): Promise<Settlement> =>
  settleBatch(batch, {
    allowance,
    publisher,
    seedLedger: () => Promise.resolve(),
    onStepDone: () => undefined,
    settleMs: SETTLE_MS,
  });

/** The ids of the batches with this hash that wait in the queue: a receipt lets each of them through once. */
async function queuedBatches(hash: string): Promise<Set<string>> {
  const batches = new Set<string>();
  for (const key of await client.keys('{sl0}:log:*-*')) {
    const data = await client.hget(key, 'data');
    if (data === null || !data.includes(hash)) continue;
    for (const part of (JSON.parse(data) as { parts: Part[] }).parts) batches.add(part.batch);
  }
  return batches;
}

const recordIsGone = (hash: string): Promise<boolean> =>
  waitFor(async () => (await client.keys(`*record:${hash}`)).length === 0);

describe('what is answered and what is stored agree', () => {
  test('for a batch that was charged by a gateway that died, published by its resend, and sent again', async () => {
    const hash = randomBytes(32).toString('hex');
    await allowance.spend(requestOf(hash).request);
    expect((await settle(requestOf(hash))).kind).toBe('decided');
    expect((await settle(requestOf(hash))).kind).toBe('duplicate');
    expect((await queuedBatches(hash)).size).toBe(1);
    await recordIsGone(hash);
    // Forgotten: charged anew, and so it must be answered and stored anew, however long the mark lives.
    expect((await settle(requestOf(hash))).kind).toBe('decided');
    expect((await queuedBatches(hash)).size).toBe(2);
  });

  test('for the same bytes again and again: every tally is a batch of its own', async () => {
    const hash = randomBytes(32).toString('hex');
    let tallies = 0;
    for (let round = 0; round < 3; round += 1) {
      if ((await settle(requestOf(hash))).kind === 'decided') tallies += 1;
      if ((await settle(requestOf(hash))).kind === 'decided') tallies += 1;
      await recordIsGone(hash);
    }
    expect(tallies).toBe(3);
    expect((await queuedBatches(hash)).size).toBe(tallies);
  });
});
