import { beforeAll, describe, expect, test } from '@jest/globals';
import { batchIdOf, type Part } from '@sluice/contract';
import { waitFor } from '@sluice/testkit';
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import { NO_ADMISSION, incomingBatch } from '../testing/batches.js';
import { useSettlement } from '../testing/useSettlement.js';
import { settleBatch, type Settlement } from './settleBatch.js';

const SETTLE_MS = 1_000;
/** A record expires after this window and twice the time to settle. */
const WINDOW_MS = 500;

const { connection, allowance, publisher } = useSettlement();
beforeAll(async () => {
  await allowance.seed('1', { months: [], hours: [], firstAccepted: [] });
});

describe('the answers to resends agree with what is stored', () => {
  test('for a batch charged by a gateway that died, published by its resend, and sent again', async () => {
    const hash = randomBytes(32).toString('hex');
    await charge(batchOf(hash));
    expect((await settle(batchOf(hash))).kind).toBe('decided');
    expect((await settle(batchOf(hash))).kind).toBe('duplicate');
    expect((await queuedBatches(hash)).size).toBe(1);
    await recordIsGone(hash);
    // Without its record the batch is charged again. It must be answered and stored again, although the mark still exists.
    expect((await settle(batchOf(hash))).kind).toBe('decided');
    expect((await queuedBatches(hash)).size).toBe(2);
  });

  test('for the same bytes in three windows: each tally belongs to a separate batch', async () => {
    const hash = randomBytes(32).toString('hex');
    let tallies = 0;
    for (let round = 0; round < 3; round += 1) {
      if ((await settle(batchOf(hash))).kind === 'decided') tallies += 1;
      if ((await settle(batchOf(hash))).kind === 'decided') tallies += 1;
      await recordIsGone(hash);
    }
    expect(tallies).toBe(3);
    expect((await queuedBatches(hash)).size).toBe(tallies);
  });
});

/** Returns a batch with this hash that arrives now. */
function batchOf(hash: string): IncomingBatch {
  const arrivalMs = Date.now();
  const batchId = batchIdOf(arrivalMs, hash, WINDOW_MS);
  return incomingBatch({ hash, nonce: randomUUID(), batchId, arrivalMs, windowMs: WINDOW_MS });
}

/** Resolves with the ids of the queued batches with this hash. Each of them is stored once. */
async function queuedBatches(hash: string): Promise<Set<string>> {
  const batches = new Set<string>();
  for (const key of await connection.client.keys('{sl0}:log:*-*')) {
    const data = await connection.client.hget(key, 'data');
    if (data === null || !data.includes(hash)) continue;
    for (const part of (JSON.parse(data) as { parts: Part[] }).parts) batches.add(part.batch);
  }
  return batches;
}

/** Settles a batch of one event that contains its hash. */
function settle(batch: IncomingBatch): Promise<Settlement> {
  const event = { type: 'log', timestamp: '2026-01-01', payload: { message: batch.hash } } as const;
  const body = Buffer.from(JSON.stringify({ events: [event] }));
  const serialized = [{ type: 'log', json: Buffer.from(JSON.stringify(event)) } as const];
  return settleBatch(
    { ...batch, bytes: body },
    { types: 'l', verdicts: '.', serialized, trims: 0, entries: '' },
    {
      ...NO_ADMISSION,
      allowance,
      publisher,
      seedLedger: () => Promise.resolve(),
      onAcknowledged: () => undefined,
      onStepDone: () => undefined,
      settleMs: SETTLE_MS,
    },
  );
}

/** Charges a batch as a gateway does that dies before it publishes. */
function charge({ hash, nonce, batchId, arrivalMs, project }: IncomingBatch) {
  return allowance.spend({
    organizationId: '1',
    projectId: '7',
    hash,
    nonce,
    batchId,
    arrivalMs,
    types: 'l',
    verdicts: '.',
    sizes: [100],
    spikeProtection: false,
    eventsPerHour: null,
    bytesPerHour: null,
    monthly: project.monthly,
    recordTtlMs: WINDOW_MS,
  });
}

function recordIsGone(hash: string): Promise<boolean> {
  return waitFor(async () => (await connection.client.keys(`*record:${hash}`)).length === 0);
}
