import { describe, expect, test } from '@jest/globals';
import type { AdmittedBatch } from '../admission/admitEvents.js';
import type { LedgerReply } from '../admission/spendAllowance.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import { Refusal } from '../answer.js';
import { ARRIVAL_MS } from '../testing/facts.js';
import { spoolBatch, type SpoolingDeps, type Unsettled } from './spoolBatch.js';
import type { SpooledBatch } from './spooledBatch.js';

const batch = {
  project: { projectId: '7', organizationId: '1' },
  hash: 'a'.repeat(64),
  batchId: 'batch',
  nonce: 'call',
  windowMs: 900_000,
  arrivalMs: ARRIVAL_MS,
  address: '::1',
  agent: 'x'.repeat(600),
} as unknown as IncomingBatch;

const event = { type: 'log', json: Buffer.from('{}') } as const;
const decided: AdmittedBatch = {
  types: 'llsu',
  verdicts: '.hrb',
  prepared: [event, event, event, undefined],
  trims: 0,
};
const spent: LedgerReply = {
  kind: 'recorded',
  batchId: 'first',
  arrivalMs: ARRIVAL_MS - 5,
  hour: 486_000,
  epoch: 'epoch',
  verdicts: 'phtb',
  nowMs: ARRIVAL_MS,
};

/** Spools, and says what was answered and what was written. */
async function spool(unsettled: Unsettled, of = decided, changes: Partial<SpoolingDeps> = {}) {
  const written: SpooledBatch[] = [];
  const answer = await spoolBatch(batch, of, unsettled, {
    spool: {
      append: (entry) => {
        written.push(entry);
        return Promise.resolve('taken');
      },
    },
    reserveMemory: () => true,
    metrics: { countVerdicts: () => undefined, countDuplicate: () => undefined },
    caps: { readCaps: () => Promise.resolve([]) },
    backlogSeconds: 17,
    nowMs: ARRIVAL_MS,
    ...changes,
  });
  return { answer, entry: written[0] };
}

function bodyOf(answer: Awaited<ReturnType<typeof spoolBatch>>): unknown {
  if (answer === 'hang_up') return answer;
  return answer instanceof Refusal ? answer.status : [answer.status, JSON.parse(answer.body)];
}

describe('a batch that Redis cannot take', () => {
  test('is written as it was decided, and its candidates are told as processed', async () => {
    const { answer, entry } = await spool(undefined);
    expect(bodyOf(answer)).toEqual([
      202,
      { success: true, processed: 1, filtered: 1, rate_limited: 1, quota_exceeded: 0, invalid: 1 },
    ]);
    expect(entry).toMatchObject({ batchId: 'batch', verdicts: '.hrb', prepared: decided.prepared });
    expect([entry?.doubtfulNonce, entry?.charged, entry?.agent.length]).toEqual([undefined, undefined, 512]);
    expect(entry?.nonce).not.toBe('call');
  });

  test('after a call that certainly did nothing: the same', async () => {
    const { entry } = await spool({ kind: 'unavailable' });
    expect([entry?.doubtfulNonce, entry?.charged]).toEqual([undefined, undefined]);
  });

  test('after a call in doubt: bears its nonce', async () => {
    expect((await spool({ kind: 'unknown' })).entry).toMatchObject({ verdicts: '.hrb', doubtfulNonce: 'call' });
  });

  test('that a ledger has charged: its verdicts, id and arrival hold, and are told', async () => {
    const { answer, entry } = await spool({ kind: 'unknown', spent });
    expect(bodyOf(answer)).toMatchObject([202, { processed: 1, rate_limited: 1 }]);
    // The hour that was charged is over.
    expect(answer).toMatchObject({ headers: { 'x-service-rate-limits': '1:span' } });
    const { batchId, arrivalMs, verdicts, hour, epoch } = spent;
    expect(entry).toMatchObject({ batchId, arrivalMs, verdicts, charged: { hour, epoch } });
    expect(entry?.doubtfulNonce).toBeUndefined();
  });

  test('of which everything is refused: 429 with its hold-off, counted, and without its events', async () => {
    const refused = { ...decided, types: 's', verdicts: 'r', prepared: [event] };
    const { answer, entry } = await spool(undefined, refused);
    expect(answer).toMatchObject({ status: 429, headers: { 'x-service-rate-limits': '17:span', 'retry-after': '17' } });
    expect(entry).toMatchObject({ verdicts: 'r', prepared: [undefined] });
  });

  test.each<[string, Partial<SpoolingDeps>]>([
    ['the spool cannot take it', { spool: { append: () => Promise.reject(new Error('full')) } }],
    ['there is no memory for it', { reserveMemory: () => false }],
  ])('is a 503 where %s, and nothing where it may be stored all the same', async (_name, changes) => {
    const answerTo = async (unsettled: Unsettled) => bodyOf((await spool(unsettled, decided, changes)).answer);
    expect(await answerTo(undefined)).toBe(503);
    expect(await answerTo({ kind: 'unavailable' })).toBe(503);
    expect(await answerTo({ kind: 'unknown' })).toBe('hang_up');
    expect(await answerTo({ kind: 'unknown', spent })).toBe('hang_up');
  });

  test('takes memory for its events', async () => {
    const reserved: number[] = [];
    await spool(undefined, decided, { reserveMemory: (bytes) => reserved.push(bytes) > 0 });
    expect(reserved).toEqual([3 * event.json.length]);
  });

  test('that is there already is a duplicate', async () => {
    const { answer } = await spool(undefined, decided, { spool: { append: () => Promise.resolve('duplicate') } });
    expect(bodyOf(answer)).toEqual([202, { success: true, duplicate: true }]);
  });
});
