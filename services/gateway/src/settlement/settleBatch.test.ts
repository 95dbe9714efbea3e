import { describe, expect, test } from '@jest/globals';
import { PublishFailedError, type Publisher } from '@sluice/queues';
import type { SpendReply, SpendRequest, UndoReply } from '@sluice/redis';
import { NO_ADMISSION, incomingBatch } from '../testing/batches.js';
import { settleBatch, type Settlement } from './settleBatch.js';

const batch = incomingBatch({ arrivalMs: 1 });
const admitted = {
  types: 'l',
  verdicts: '.',
  serialized: [{ type: 'log', json: Buffer.from('{}') } as const],
  trims: 0,
  entries: '',
};

const SETTLE_MS = 700;

const timedOut = new Error('Command timed out');
const errorReply = Object.assign(new Error('ERR unknown command'), { name: 'ReplyError' });
const certain = new PublishFailedError(true);
const ambiguous = new PublishFailedError(false);

describe('settleBatch (design 2.4)', () => {
  test.each<[string, Case, Settlement['kind'], string[]]>([
    ['publishes nothing if no event is processed', { spend: reply('decided', 't') }, 'decided', ['spend']],
    [
      'publishes and acknowledges a batch that is decided now',
      { spend: reply('decided', 'p') },
      'decided',
      ['spend', 'publish', 'acknowledge'],
    ],
    [
      'returns duplicate, without an acknowledgement, if another request published first',
      { spend: reply('decided', 'p'), publish: 'duplicate' },
      'duplicate',
      ['spend', 'publish'],
    ],
    [
      'returns duplicate for a recorded and marked batch',
      { spend: reply('recorded', 'p'), marked: true },
      'duplicate',
      ['spend', 'isMarked'],
    ],
    [
      'publishes a recorded batch that is not marked',
      { spend: reply('recorded', 'p') },
      'decided',
      ['spend', 'isMarked', 'extend', 'publish', 'acknowledge'],
    ],
    [
      'undoes the charge after a publish that certainly failed',
      { spend: reply('decided', 'p'), publish: certain },
      'unavailable',
      ['spend', 'publish', 'undo'],
    ],
    [
      'returns unknown if another call shares the charge',
      { spend: reply('decided', 'p'), publish: certain, undo: 'shared' },
      'unknown',
      ['spend', 'publish', 'undo'],
    ],
    [
      'returns unknown if the undo has no answer',
      { spend: reply('decided', 'p'), publish: certain, undo: timedOut },
      'unknown',
      ['spend', 'publish', 'undo'],
    ],
    [
      'does not undo the charge after a publish without an answer',
      { spend: reply('decided', 'p'), publish: ambiguous },
      'unknown',
      ['spend', 'publish'],
    ],
    ['undoes a charge without an answer', { spend: timedOut }, 'unavailable', ['spend', 'undo']],
    [
      'returns unknown if neither charge nor undo has an answer',
      { spend: timedOut, undo: timedOut },
      'unknown',
      ['spend', 'undo'],
    ],
  ])('%s', async (_name, given, kind, calls) => {
    const result = await settle(given);
    expect(result.settlement.kind).toBe(kind);
    expect(result.calls).toEqual(calls);
  });

  test.each<[string, Case, boolean]>([
    ['the publish has no answer', { spend: reply('decided', 'p'), publish: ambiguous }, true],
    ['another call shares it', { spend: reply('decided', 'p'), publish: certain, undo: 'shared' }, true],
    ['its undo has no answer', { spend: reply('decided', 'p'), publish: certain, undo: timedOut }, false],
    ['it has no answer', { spend: timedOut, undo: timedOut }, false],
  ])('returns unknown with the charge only if it is permanent: %s', async (_name, given, isPermanent) => {
    expect((await settle(given)).settlement).toEqual({
      kind: 'unknown',
      ...(isPermanent ? { charge: reply('decided', 'p') } : {}),
    });
  });

  test.each<[string, Case, Settlement['kind'], string[]]>([
    [
      'creates a missing ledger and charges again',
      { firstSpends: [{ kind: 'no_ledger' }], spend: reply('decided', 't') },
      'decided',
      ['spend', 'seed 1', 'spend'],
    ],
    [
      'is unavailable if the ledger cannot be created',
      { firstSpends: [{ kind: 'no_ledger' }], spend: reply('decided', 't'), seed: timedOut },
      'unavailable',
      ['spend', 'seed 1'],
    ],
    [
      'undoes a charge in doubt if the ledger cannot be created',
      { firstSpends: [timedOut, { kind: 'no_ledger' }], spend: reply('decided', 't'), seed: timedOut },
      'unavailable',
      ['spend', 'seed 1', 'undo'],
    ],
    ['repeats a charge in doubt', { firstSpends: [timedOut], spend: reply('decided', 't') }, 'decided', ['spend']],
    [
      'repeats after a charge in doubt, whatever the later errors are',
      { firstSpends: [timedOut, errorReply], spend: reply('decided', 't') },
      'decided',
      ['spend'],
    ],
  ])('%s', async (_name, given, kind, calls) => {
    const result = await settle(given);
    expect([result.settlement.kind, result.calls]).toEqual([kind, calls]);
  });

  test('does not repeat a charge that had no effect, and answers 503', async () => {
    const { settlement, requests } = await settle({ spend: errorReply });
    expect(settlement).toMatchObject({ kind: 'unavailable', rejection: { status: 503 } });
    expect(requests).toHaveLength(1);
  });

  test('undoes a charge that is never answered, in time', async () => {
    const { settlement, calls } = await settle({ spend: reply('decided', 'p'), hangs: 'spend' });
    expect([settlement.kind, calls]).toEqual(['unavailable', ['spend', 'undo']]);
  });

  test('charges the batch under its identity, with the limits of its project', async () => {
    const { requests } = await settle({ firstSpends: [timedOut], spend: reply('decided', 't') });
    const { hash, nonce, batchId, arrivalMs, windowMs, project } = batch;
    const expected = {
      organizationId: '1',
      projectId: '7',
      hash,
      nonce,
      batchId,
      arrivalMs,
      types: 'l',
      verdicts: '.',
      entries: '',
      sizes: [2],
      lift: undefined,
      spikeProtection: false,
      eventsPerHour: null,
      bytesPerHour: null,
      monthly: project.monthly,
      recordTtlMs: windowMs + 2 * SETTLE_MS,
    };
    expect(requests).toEqual([expected, expected]);
  });

  test('publishes under the identity and hour that the ledger recorded, in the time that an undo leaves', async () => {
    const spend = reply('recorded', 'p', { batchId: 'first', hour: 7 });
    const { published, acknowledged, steps } = await settle({ spend });
    const { projectId } = batch.project;
    const parts = [{ type: 'log', events: 1, pieces: expect.any(Array), bytes: expect.any(Number) }];
    const expected = {
      projectId,
      hash: batch.hash,
      batchId: 'first',
      parts,
      hour: 7,
      markTtlMs: 900_000 + 4 * SETTLE_MS,
    };
    expect(published).toEqual([[expected, expect.any(Number)]]);
    expect(acknowledged).toEqual([[7, parts]]);
    const [part] = published[0]?.[0].parts ?? [];
    const json = Buffer.concat([...(part?.pieces ?? [])]);
    expect(json).toHaveLength(part?.bytes ?? 0);
    expect(JSON.parse(json.toString())).toEqual({
      project: '7',
      organization: '1',
      batch: 'first',
      arrival: 1,
      hour: 7,
      epoch: 'epoch',
      ip: '::1',
      agent: '',
      indexes: [0],
      events: [{}],
    });
    const timeoutMs = published[0]?.[1] ?? 0;
    expect([timeoutMs > 1, timeoutMs <= SETTLE_MS - 500]).toEqual([true, true]);
    expect(steps.map(([step, ms]) => [step, ms >= 0 && ms < SETTLE_MS])).toEqual([
      ['spend', true],
      ['publish', true],
    ]);
  });

  test.each([
    ['repeats an undo without an answer', timedOut, 2, 'unavailable'],
    ['does not repeat an undo that Redis answered with an error', errorReply, 1, 'unknown'],
  ])('%s', async (_name, error, undos, kind) => {
    const result = await settle({ spend: reply('decided', 'p'), publish: certain, failedUndos: [error] });
    expect([result.undos, result.settlement.kind]).toEqual([undos, kind]);
  });
});

interface Settled {
  readonly settlement: Settlement;
  /** In order, a repeated call once. */
  readonly calls: string[];
  readonly undos: number;
  readonly requests: SpendRequest[];
  readonly published: Parameters<Publisher['publish']>[];
  readonly acknowledged: unknown[];
  readonly steps: [string, number][];
}

/** Settles {@link batch} with the replies of a case. */
async function settle(given: Case): Promise<Settled> {
  const calls: string[] = [];
  const published: Settled['published'] = [];
  const acknowledged: unknown[] = [];
  const steps: Settled['steps'] = [];
  const requests: SpendRequest[] = [];
  const firstSpends = [...(given.firstSpends ?? [])];
  const failedUndos = [...(given.failedUndos ?? [])];
  let undos = 0;
  const record = <T>(call: string, result: T | Error): Promise<T> => {
    if (calls.at(-1) !== call) calls.push(call);
    if (call === given.hangs) return new Promise(() => undefined);
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
  };
  const settlement = await settleBatch(batch, admitted, {
    ...NO_ADMISSION,
    allowance: {
      spend: (request) => {
        requests.push(request);
        return record('spend', firstSpends.shift() ?? given.spend);
      },
      extend: () => record('extend', true),
      undo: () => {
        undos += 1;
        return record('undo', failedUndos.shift() ?? given.undo ?? 'undone');
      },
    },
    publisher: {
      isMarked: () => record('isMarked', given.marked ?? false),
      publish: (...parameters) => {
        published.push(parameters);
        return record('publish', given.publish ?? 'accepted');
      },
    },
    seedLedger: (organizationId) => record<undefined>(`seed ${organizationId}`, given.seed),
    onAcknowledged: (hour, parts) => {
      calls.push('acknowledge');
      acknowledged.push([hour, parts]);
    },
    onStepDone: (...step) => steps.push(step),
    settleMs: SETTLE_MS,
  });
  return { settlement, calls, undos, requests, published, acknowledged, steps };
}

function reply(kind: 'decided' | 'recorded', verdicts: string, { batchId = 'batch', hour = 0 } = {}): SpendReply {
  return {
    kind,
    batchId,
    arrivalMs: 1,
    hour,
    epoch: 'epoch',
    verdicts,
    nowMs: 2,
    bytesLeft: null,
  };
}

interface Case {
  readonly spend: SpendReply | Error;
  /** Results of the first charges, before `spend`. */
  readonly firstSpends?: readonly (SpendReply | Error)[];
  readonly seed?: Error;
  /** A call that is never answered. */
  readonly hangs?: string;
  readonly marked?: boolean;
  readonly publish?: 'accepted' | 'duplicate' | Error;
  readonly undo?: UndoReply | Error;
  /** Undo calls that fail with this error before `undo` answers. */
  readonly failedUndos?: readonly Error[];
}
