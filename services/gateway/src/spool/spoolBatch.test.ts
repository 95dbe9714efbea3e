import { describe, expect, test } from '@jest/globals';
import { hourOf } from '@sluice/contract';
import type { AdmittedBatch } from '../batch/admittedBatch.js';
import { busy } from '../http/answer.js';
import type { LedgerReply, Unsettled } from '../settlement/settleBatch.js';
import { NO_ADMISSION, incomingBatch } from '../testing/batches.js';
import { ARRIVAL_MS } from '../testing/facts.js';
import { spoolBatch, type SpoolingDeps } from './spoolBatch.js';
import type { SpooledBatch } from './spooledBatch.js';

const batch = incomingBatch({ nonce: 'call', agent: 'x'.repeat(600) });

const event = { type: 'log', json: Buffer.from('{}') } as const;
const decided: AdmittedBatch = {
  types: 'llsu',
  verdicts: '.hrb',
  serialized: [event, event, event, undefined],
  trims: 0,
  entries: '',
};
/** A charge of the same arrival. */
const charge: LedgerReply = {
  kind: 'recorded',
  batchId: 'first',
  arrivalMs: ARRIVAL_MS,
  hour: 486_000,
  epoch: 'epoch',
  verdicts: 'phtb',
  nowMs: ARRIVAL_MS + 5,
};
const UNAVAILABLE: Unsettled = { kind: 'unavailable', rejection: busy() };

describe('a batch that Redis does not accept', () => {
  test('is written as it was decided, and its candidates count as processed', async () => {
    const { settlement, entry } = await spool(UNAVAILABLE);
    const hour = hourOf(ARRIVAL_MS);
    expect(settlement).toEqual({ kind: 'decided', decision: { verdicts: 'phrb', hour, nowMs: ARRIVAL_MS } });
    expect(entry).toMatchObject({ batchId: 'batch', verdicts: '.hrb', serialized: decided.serialized });
    expect([entry?.doubtfulNonce, entry?.charged, entry?.agent.length]).toEqual([undefined, undefined, 512]);
    expect(entry?.nonce).not.toBe('call');
  });

  test('has the nonce of a call in doubt', async () => {
    expect((await spool({ kind: 'unknown' })).entry).toMatchObject({ verdicts: '.hrb', doubtfulNonce: 'call' });
  });

  test('has the verdicts, id, arrival and hour of its charge', async () => {
    const { settlement, entry } = await spool({ kind: 'unknown', charge });
    const { batchId, arrivalMs, verdicts, hour, epoch, nowMs } = charge;
    expect(settlement).toEqual({ kind: 'decided', decision: { verdicts, hour, nowMs } });
    expect(entry).toMatchObject({ batchId, arrivalMs, verdicts, charged: { hour, epoch } });
    expect(entry?.doubtfulNonce).toBeUndefined();
  });

  test('is written without its events if all of them are refused', async () => {
    const refused = { ...decided, types: 's', verdicts: 'r', serialized: [event] };
    const { settlement, entry } = await spool(UNAVAILABLE, refused);
    expect(settlement).toMatchObject({ kind: 'decided', decision: { verdicts: 'r' } });
    expect(entry).toMatchObject({ verdicts: 'r', serialized: [undefined] });
  });

  test.each<[string, Partial<SpoolingDeps>]>([
    ['the spool rejects it', { spool: { append: () => Promise.reject(new Error('full')) } }],
    ['there is no memory for it', { reserveMemory: () => false }],
  ])('is unavailable, or unknown if it is in doubt, when %s', async (_name, changes) => {
    const settle = async (unsettled: Unsettled) => (await spool(unsettled, decided, changes)).settlement;
    expect(await settle(UNAVAILABLE)).toMatchObject({ kind: 'unavailable', rejection: { status: 503 } });
    expect(await settle({ kind: 'unknown' })).toEqual({ kind: 'unknown' });
    expect(await settle({ kind: 'unknown', charge })).toEqual({ kind: 'unknown', charge });
  });

  test('reserves memory for its events', async () => {
    const reserved: number[] = [];
    await spool(UNAVAILABLE, decided, { reserveMemory: (bytes) => reserved.push(bytes) > 0 });
    expect(reserved).toEqual([3 * event.json.length]);
  });

  test('is a duplicate if it is in the spool', async () => {
    const changes = { spool: { append: () => Promise.resolve('duplicate' as const) } };
    expect((await spool(UNAVAILABLE, decided, changes)).settlement).toEqual({ kind: 'duplicate' });
  });
});

/** Spools a batch. Resolves with the settlement and the entry that was written. */
async function spool(unsettled: Unsettled, of = decided, changes: Partial<SpoolingDeps> = {}) {
  const written: SpooledBatch[] = [];
  const settlement = await spoolBatch(batch, of, unsettled, {
    ...NO_ADMISSION,
    spool: {
      append: (entry) => {
        written.push(entry);
        return Promise.resolve('appended');
      },
    },
    reserveMemory: () => true,
    clock: () => ARRIVAL_MS,
    ...changes,
  });
  return { settlement, entry: written[0] };
}
