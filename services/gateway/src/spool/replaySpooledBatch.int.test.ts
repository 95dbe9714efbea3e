import { describe, expect, test } from '@jest/globals';
import { batchIdOf, type Chunk } from '@sluice/contract';
import { PublishFailedError } from '@sluice/queues';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventSizes } from '../settlement/serializeParts.js';
import { useSettlement } from '../testing/useSettlement.js';
import { replaySpooledBatch, type ReplayBatchDeps } from './replaySpooledBatch.js';
import type { SpooledBatch } from './spooledBatch.js';

const WINDOW_MS = 900_000;
const EVENT = Buffer.from('{"type":"log","timestamp":"2026-01-01","payload":{}}');
const UNLIMITED = { errors: null, logs: null, spans: null, metrics: null, replays: null };

const { connection, allowance, publisher } = useSettlement();
let organization = 100;

const CRASH = new Error('the process died here');
const dies = (): Promise<never> => Promise.reject(CRASH);

describe('a spooled batch', () => {
  test.each<[string, Partial<ReplayBatchDeps>, (batch: SpooledBatch) => Promise<void>]>([
    ['before the charge', { allowance: { ...stub(), chargeSpooled: dies } }, () => Promise.resolve()],
    ['between charge and publish', { allowance: { ...stub(), recordedBatch: dies } }, () => Promise.resolve()],
    [
      'between charge and publish, until its record expired',
      { allowance: { ...stub(), recordedBatch: dies } },
      async ({ organizationId, hash }) => {
        await connection.client.del(`sl:{org:${organizationId}}:record:${hash}`);
      },
    ],
    [
      'after the publish, before its reply',
      {
        publisher: {
          isMarked: (of) => publisher.isMarked(of),
          publish: async (...parameters) => {
            await publisher.publish(...parameters);
            throw new PublishFailedError(false);
          },
        },
      },
      () => Promise.resolve(),
    ],
  ])('is charged and published once where the process dies %s', async (_name, crash, meanwhile) => {
    const batch = spooled();
    await expect(replaySpooledBatch(batch, deps(crash))).rejects.toThrow();
    await meanwhile(batch);
    await replaySpooledBatch(batch, deps());
    expect(await replaySpooledBatch(batch, deps())).toBeUndefined();
    expect([await acceptedOf(batch), await queuedBatches(batch)]).toEqual([2, [batch.batchId]]);
  });

  test('undoes a charge in doubt that happened', async () => {
    const batch = await seeded(spooled({ doubtfulNonce: 'doubtful' }));
    await liveSpend(batch, 'doubtful', { eventsPerHour: 1 });
    expect(await replaySpooledBatch(batch, deps())).toBeDefined();
    const ledger = await allowance.readLedger(batch.organizationId);
    expect([await acceptedOf(batch), ledger?.refusals.map(({ count }) => count)]).toEqual([2, [0]]);
    expect(await queuedBatches(batch)).toEqual([batch.batchId]);
    // Repeated after a crash: the charge of the replay remains.
    await replaySpooledBatch(batch, deps());
    expect(await acceptedOf(batch)).toBe(2);
  });

  test('makes a late charge in doubt ineffective', async () => {
    const batch = await seeded(spooled({ doubtfulNonce: 'doubtful' }));
    await replaySpooledBatch(batch, deps());
    await expect(liveSpend(batch, 'doubtful')).rejects.toThrow('undone');
    expect(await acceptedOf(batch)).toBe(2);
  });

  test('is charged once, with the verdicts of another gateway that accepted it meanwhile', async () => {
    const batch = await seeded(spooled());
    await liveSpend(batch, 'elsewhere', { eventsPerHour: 1 });
    expect(await replaySpooledBatch(batch, deps())).toBeDefined();
    expect([await acceptedOf(batch), await queuedBatches(batch)]).toEqual([1, [batch.batchId]]);
  });

  test('with the bytes of a live batch of another window is stored, too, and resends of the live one are recognized', async () => {
    const batch = await seeded(spooled());
    const other = {
      projectId: batch.projectId,
      hash: batch.hash,
      batchId: batchIdOf(Date.now() + WINDOW_MS, batch.hash),
    };
    await liveSpend(batch, 'newer', { batchId: other.batchId, arrivalMs: batch.arrivalMs + WINDOW_MS });
    await publisher.publish({ ...other, parts: [] });
    expect(await replaySpooledBatch(batch, deps())).toBeDefined();
    expect(await publisher.isMarked(other)).toBe(true);
    expect([await acceptedOf(batch), await queuedBatches(batch)]).toEqual([4, [batch.batchId]]);
    expect(await replaySpooledBatch(batch, deps())).toBeUndefined();
  });

  test('with the bytes of a batch accepted just before, in the previous window, is the same batch', async () => {
    const batch = await seeded(spooled());
    const before = { projectId: batch.projectId, hash: batch.hash, batchId: batchIdOf(0, batch.hash) };
    await liveSpend(batch, 'before', { batchId: before.batchId, arrivalMs: batch.arrivalMs - 1_000 });
    await publisher.publish({ ...before, parts: [] });
    expect(await replaySpooledBatch(batch, deps())).toBeUndefined();
    expect([await acceptedOf(batch), await queuedBatches(batch)]).toEqual([2, []]);
  });

  test('of an earlier window does not set the shared accept mark', async () => {
    const batch = await seeded(spooled({ arrivalMs: Date.now() - 2 * WINDOW_MS }));
    expect(await replaySpooledBatch(batch, deps())).toBeDefined();
    expect(await publisher.isMarked(batch)).toBe(false);
    expect(await replaySpooledBatch(batch, deps())).toBeUndefined();
    expect([await acceptedOf(batch), await queuedBatches(batch)]).toEqual([2, [batch.batchId]]);
  });

  test('is not charged again if a ledger decided it: its verdicts hold, and a resend is a duplicate', async () => {
    const batch = await seeded(spooled({ verdicts: 'pt' }));
    const reply = await liveSpend({ ...batch, verdicts: '..' }, 'charged', { eventsPerHour: 1 });
    if (reply.kind === 'no_ledger') throw new Error('it was seeded');
    const charged = { ...batch, charged: { hour: reply.hour, epoch: reply.epoch } };
    expect(await replaySpooledBatch(charged, deps())).toBeDefined();
    expect([await acceptedOf(batch), await publisher.isMarked(batch)]).toEqual([1, true]);
  });

  test('is not charged again if a ledger decided it and its record expired', async () => {
    const batch = await seeded(spooled());
    const reply = await liveSpend(batch, 'charged');
    if (reply.kind === 'no_ledger') throw new Error('it was seeded');
    await connection.client.del(`sl:{org:${batch.organizationId}}:record:${batch.hash}`);
    const charged = { ...batch, verdicts: 'pp', charged: { hour: reply.hour, epoch: reply.epoch } };
    expect(await replaySpooledBatch(charged, deps())).toBeDefined();
    expect([await acceptedOf(batch), await queuedBatches(batch)]).toEqual([2, [batch.batchId]]);
  });

  test('without events leaves publishing to the gateway that has them', async () => {
    const batch = await seeded(spooled({ verdicts: 'bb', serialized: [undefined, undefined] }));
    await liveSpend({ ...batch, verdicts: '..' }, 'elsewhere');
    expect(await replaySpooledBatch(batch, deps())).toBeUndefined();
    expect(await queuedBatches(batch)).toEqual([]);
  });

  test('without processed events is counted and not published', async () => {
    const batch = await seeded(spooled({ verdicts: 'rr' }));
    for (let time = 0; time < 2; time += 1) expect(await replaySpooledBatch(batch, deps())).toBeUndefined();
    const ledger = await allowance.readLedger(batch.organizationId);
    expect([ledger?.refusals.map(({ count }) => count), await queuedBatches(batch)]).toEqual([[2], []]);
  });
});

/** The allowance of the current test. */
function stub(): ReplayBatchDeps['allowance'] {
  return {
    undo: (request) => allowance.undo(request),
    chargeSpooled: (request) => allowance.chargeSpooled(request),
    recordedBatch: (...parameters) => allowance.recordedBatch(...parameters),
  };
}

/** Returns a batch of two logs of a new organization that arrives now. */
function spooled(changes: Partial<SpooledBatch> = {}): SpooledBatch {
  organization += 1;
  const arrivalMs = Date.now();
  const hash = randomBytes(32).toString('hex');
  return {
    projectId: '7',
    organizationId: String(organization),
    hash,
    batchId: batchIdOf(arrivalMs, hash, WINDOW_MS),
    arrivalMs,
    windowMs: WINDOW_MS,
    types: 'll',
    verdicts: '..',
    address: '::1',
    agent: '',
    nonce: randomUUID(),
    serialized: [
      { type: 'log', json: EVENT },
      { type: 'log', json: EVENT },
    ],
    ...changes,
  };
}

/** Resolves with the batch ids of all queued parts of an organization. */
async function queuedBatches({ organizationId }: SpooledBatch): Promise<string[]> {
  const parts: Chunk['parts'][number][] = [];
  for (const key of await connection.client.keys('{sl0}:log:*-*')) {
    const data = await connection.client.hget(key, 'data');
    if (data !== null) parts.push(...(JSON.parse(data) as Chunk).parts);
  }
  return parts.filter((part) => part.organization === organizationId).map(({ batch }) => batch);
}

async function seeded(batch: SpooledBatch): Promise<SpooledBatch> {
  await deps().seedLedger(batch.organizationId);
  return batch;
}

function deps(changes: Partial<ReplayBatchDeps> = {}): ReplayBatchDeps {
  return {
    allowance,
    publisher,
    seedLedger: async (organizationId) => {
      await allowance.seed(organizationId, { months: [], hours: [], firstAccepted: [] });
    },
    clock: Date.now,
    settleMs: 1_000,
    ...changes,
  };
}

/** Charges a batch under a nonce, as a request does. */
function liveSpend(
  batch: SpooledBatch,
  nonce: string,
  changes: { batchId?: string; arrivalMs?: number; eventsPerHour?: number } = {},
) {
  return allowance.spend({
    ...batch,
    sizes: eventSizes(batch.serialized),
    spikeProtection: false,
    eventsPerHour: null,
    bytesPerHour: null,
    monthly: UNLIMITED,
    recordTtlMs: 60_000,
    ...changes,
    nonce,
  });
}

async function acceptedOf({ organizationId }: SpooledBatch): Promise<number> {
  return ((await allowance.readLedger(organizationId))?.accepted ?? []).reduce((sum, { count }) => sum + count, 0);
}
