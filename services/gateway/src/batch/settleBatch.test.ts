import { describe, expect, test } from '@jest/globals';
import { PublishFailed, type Publisher } from '@sluice/queues';
import type { SpendReply, UndoReply } from '@sluice/redis';
import { settleBatch, type BatchToSettle, type Settlement } from './settleBatch.js';

const HASH = 'a'.repeat(64);

const reply = (kind: 'decided' | 'recorded', verdicts: string, { batchId = 'batch', hour = 0 } = {}): SpendReply => ({
  kind,
  batchId,
  arrivalMs: 1,
  hour,
  epoch: 'epoch',
  verdicts,
  nowMs: 2,
  bytesLeft: null,
});

const batch: BatchToSettle = {
  request: {
    organizationId: '1',
    projectId: '2',
    hash: HASH,
    nonce: 'nonce',
    batchId: 'batch',
    arrivalMs: 1,
    types: 'e',
    verdicts: '.',
    sizes: [100],
    spikeProtection: false,
    eventsPerHour: null,
    bytesPerHour: null,
    monthly: { errors: null, logs: null, spans: null, metrics: null, replays: null },
    recordTtlMs: 900_000,
  },
  markTtlMs: 960_000,
  serializeAccepted: () => [],
};

interface Case {
  readonly spend: SpendReply | Error;
  readonly marked?: boolean;
  readonly publish?: 'accepted' | 'duplicate' | Error;
  readonly undo?: UndoReply | Error;
  /** Undo calls that fail with this error before `undo` answers. */
  readonly failedUndos?: readonly Error[];
}

interface Settled {
  readonly settlement: Settlement;
  /** In their order, a repeated call once. */
  readonly calls: string[];
  readonly undos: number;
  readonly published: Parameters<Publisher['publish']>[];
  readonly steps: [string, number][];
}

const SETTLE_MS = 700;

/** Settles {@link batch} where Redis says what the case says. */
async function settle(given: Case): Promise<Settled> {
  const calls: string[] = [];
  const published: Settled['published'] = [];
  const steps: Settled['steps'] = [];
  const failedUndos = [...(given.failedUndos ?? [])];
  let undos = 0;
  const say = <T>(call: string, said: T | Error): Promise<T> => {
    if (calls.at(-1) !== call) calls.push(call);
    return said instanceof Error ? Promise.reject(said) : Promise.resolve(said);
  };
  const settlement = await settleBatch(batch, {
    allowance: {
      spend: () => say('spend', given.spend),
      extend: () => say('extend', true),
      undo: () => {
        undos += 1;
        return say('undo', failedUndos.shift() ?? given.undo ?? 'undone');
      },
    },
    publisher: {
      isMarked: () => say('isMarked', given.marked ?? false),
      publish: (...parameters) => {
        published.push(parameters);
        return say('publish', given.publish ?? 'accepted');
      },
    },
    seedLedger: () => Promise.resolve(),
    onStepDone: (...step) => steps.push(step),
    settleMs: SETTLE_MS,
  });
  return { settlement, calls, undos, published, steps };
}

const timedOut = new Error('Command timed out');
const errorReply = Object.assign(new Error('ERR unknown command'), { name: 'ReplyError' });
const certain = new PublishFailed(true);
const ambiguous = new PublishFailed(false);

describe('settleBatch (design 2)', () => {
  test.each<[string, Case, Settlement['kind'], string[]]>([
    ['nothing of it is processed: nothing is published', { spend: reply('decided', 't') }, 'decided', ['spend']],
    ['decided now: published', { spend: reply('decided', 'p') }, 'decided', ['spend', 'publish']],
    [
      'decided now, and somebody else with this record was first',
      { spend: reply('decided', 'p'), publish: 'duplicate' },
      'duplicate',
      ['spend', 'publish'],
    ],
    ['recorded and marked', { spend: reply('recorded', 'p'), marked: true }, 'duplicate', ['spend', 'isMarked']],
    [
      'recorded and not marked: whoever charged has not published',
      { spend: reply('recorded', 'p') },
      'decided',
      ['spend', 'isMarked', 'extend', 'publish'],
    ],
    [
      'a publish that certainly failed takes the charge back',
      { spend: reply('decided', 'p'), publish: certain },
      'unavailable',
      ['spend', 'publish', 'undo'],
    ],
    [
      'a charge that another call knows of stays, and nobody may be told that nothing happened',
      { spend: reply('decided', 'p'), publish: certain, undo: 'shared' },
      'unknown',
      ['spend', 'publish', 'undo'],
    ],
    [
      'a charge whose undo has no answer may still stand',
      { spend: reply('decided', 'p'), publish: certain, undo: timedOut },
      'unknown',
      ['spend', 'publish', 'undo'],
    ],
    [
      'a publish without an answer may have happened: it is not taken back',
      { spend: reply('decided', 'p'), publish: ambiguous },
      'unknown',
      ['spend', 'publish'],
    ],
    [
      'a charge without an answer may have happened: it is taken back',
      { spend: timedOut },
      'unavailable',
      ['spend', 'undo'],
    ],
    [
      'a charge without an answer that cannot be taken back may stand',
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
    ['another call knows of it', { spend: reply('decided', 'p'), publish: certain, undo: 'shared' }, true],
    ['its undo has no answer', { spend: reply('decided', 'p'), publish: certain, undo: timedOut }, false],
    ['it has no answer itself', { spend: timedOut, undo: timedOut }, false],
  ])('says whether a charge stands for good where %s', async (_name, given, stands) => {
    expect((await settle(given)).settlement).toEqual({
      kind: 'unknown',
      ...(stands ? { spent: reply('decided', 'p') } : {}),
    });
  });

  test('publishes under the identity and hour that the ledger recorded, in the time that an undo leaves', async () => {
    const { published, steps } = await settle({ spend: reply('recorded', 'p', { batchId: 'first', hour: 7 }) });
    expect(published).toEqual([
      [{ projectId: '2', hash: HASH, batchId: 'first', parts: [], hour: 7, markTtlMs: 960_000 }, expect.any(Number)],
    ]);
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
