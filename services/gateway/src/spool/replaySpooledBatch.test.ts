import { describe, expect, test } from '@jest/globals';
import type { Publisher } from '@sluice/queues';
import type { Allowance, SpendReply } from '@sluice/redis';
import { createHash } from 'node:crypto';
import { ARRIVAL_MS } from '../testing/facts.js';
import { replaySpooledBatch } from './replaySpooledBatch.js';
import { NotReplayableError, type SpooledBatch } from './spooledBatch.js';

const WINDOW_MS = 900_000;
const SETTLE_MS = 1_000;
const HASH = 'a'.repeat(64);
const event = { type: 'log', json: Buffer.from('{}') } as const;
const batch: SpooledBatch = {
  projectId: '7',
  organizationId: '1',
  hash: HASH,
  batchId: 'batch',
  arrivalMs: ARRIVAL_MS,
  windowMs: WINDOW_MS,
  types: 'lu',
  verdicts: '.b',
  address: '::1',
  agent: '',
  nonce: 'nonce',
  serialized: [event, undefined],
};
const shared = { projectId: '7', hash: HASH, batchId: 'batch' };
const own = { ...shared, hash: createHash('sha256').update(`${HASH} batch`).digest('hex') };

interface Case {
  readonly replies?: readonly SpendReply[];
  readonly recorded?: string;
  /** Hash with an accept mark. */
  readonly marked?: string;
  readonly result?: 'accepted' | 'duplicate';
  readonly laterMs?: number;
}

describe('replayBatch', () => {
  test('charges and publishes a batch, and returns the published parts', async () => {
    const { outcome, calls, publishes } = await replay();
    const parts = publishes[0]?.[0].parts;
    expect([calls, parts?.length]).toEqual([['charge', 'publish'], 1]);
    expect(outcome).toEqual({ hour: 7, parts });
    expect(publishes[0]).toEqual([{ ...own, parts, hour: 7, markTtlMs: WINDOW_MS + 4 * SETTLE_MS }, SETTLE_MS]);
  });

  test.each([
    ['the shared mark, if the record refers to the batch', 'batch', shared],
    ['a separate mark, if the record refers to another batch', 'other', own],
  ])('publishes under %s', async (_name, recorded, identity) => {
    expect((await replay({}, { recorded })).publishes[0]?.[0]).toMatchObject(identity);
  });

  test.each<[string, Partial<SpooledBatch>, Case, string[]]>([
    ['another call published it', {}, { result: 'duplicate' }, ['charge', 'publish']],
    ['the shared mark is set', {}, { marked: shared.hash }, ['charge']],
    ['its separate mark is set', {}, { marked: own.hash }, ['charge']],
    ['no event is processed', {}, { replies: [decided('tb')] }, ['charge']],
    ['the entry has no events', { serialized: [undefined, undefined] }, {}, ['charge']],
  ])('returns nothing if %s', async (_name, changes, given, calls) => {
    expect(await replay(changes, given)).toMatchObject({ outcome: undefined, calls });
  });

  test('undoes the charge in doubt first', async () => {
    expect((await replay({ doubtfulNonce: 'doubtful' })).calls).toEqual(['undo doubtful', 'charge', 'publish']);
  });

  test('does not charge a batch that a ledger decided', async () => {
    const { outcome, calls } = await replay({ verdicts: 'pb', charged: { hour: 5, epoch: 'first' } });
    expect([calls, outcome]).toEqual([['publish'], expect.objectContaining({ hour: 5 })]);
  });

  test.each([
    ['until the end of its window and of the publish', 1_000, WINDOW_MS - 1_000 + 2 * SETTLE_MS],
    ['not at all at the end of its window', WINDOW_MS, 0],
    ['not at all after its window', WINDOW_MS + 1, 0],
  ])('lets its record live %s', async (_name, laterMs, recordTtlMs) => {
    expect((await replay({}, { laterMs })).charges).toMatchObject([{ recordTtlMs, sizes: [2, 0] }]);
  });

  test('creates a missing ledger and charges again, once', async () => {
    const missing = { kind: 'no_ledger' } as const;
    const created = await replay({}, { replies: [missing, decided()] });
    expect(created.calls).toEqual(['charge', 'seed 1', 'charge', 'publish']);
    const failed = await replay({}, { replies: [missing, missing] });
    expect([failed.calls, failed.outcome]).toEqual([
      ['charge', 'seed 1', 'charge'],
      new Error('the ledger could not be created'),
    ]);
  });

  test('cannot replay an entry whose record accepts an event that the entry lacks', async () => {
    const { outcome } = await replay({}, { replies: [decided('pp')] });
    expect(outcome).toBeInstanceOf(NotReplayableError);
    expect((outcome as Error).cause).toBeInstanceOf(Error);
  });
});

/** Replays a batch with the replies of a case. */
async function replay(changes: Partial<SpooledBatch> = {}, given: Case = {}) {
  const calls: string[] = [];
  const charges: Parameters<Allowance['chargeSpooled']>[0][] = [];
  const publishes: Parameters<Publisher['publish']>[] = [];
  const replies = [...(given.replies ?? [])];
  const outcome = await replaySpooledBatch(
    { ...batch, ...changes },
    {
      allowance: {
        undo: ({ nonce }) => {
          calls.push(`undo ${nonce}`);
          return Promise.resolve('undone');
        },
        chargeSpooled: (request) => {
          calls.push('charge');
          charges.push(request);
          return Promise.resolve(replies.shift() ?? decided());
        },
        recordedBatch: () => Promise.resolve(given.recorded),
      },
      publisher: {
        isMarked: ({ hash }) => Promise.resolve(hash === given.marked),
        publish: (...parameters) => {
          calls.push('publish');
          publishes.push(parameters);
          return Promise.resolve(given.result ?? 'accepted');
        },
      },
      seedLedger: (organizationId) => {
        calls.push(`seed ${organizationId}`);
        return Promise.resolve();
      },
      clock: () => ARRIVAL_MS + (given.laterMs ?? 0),
      settleMs: SETTLE_MS,
    },
  ).catch((error: unknown) => error);
  return { outcome, calls, charges, publishes };
}

function decided(verdicts = 'pb'): SpendReply {
  return {
    kind: 'decided',
    batchId: 'batch',
    arrivalMs: ARRIVAL_MS,
    hour: 7,
    epoch: 'epoch',
    verdicts,
    nowMs: ARRIVAL_MS,
    bytesLeft: null,
  };
}
