import { describe, expect, test } from '@jest/globals';
import type { Decision } from '@sluice/redis';
import { silentLogger } from '@sluice/runtime';
import type { SpoolEntry } from './log/spool.js';
import { createSpoolReplay, type ReplayDeps } from './createSpoolReplay.js';
import { encodeBatch } from './spooledBatch.js';

describe('a replay', () => {
  test('forgets the charge of an entry after removing the entry', async () => {
    const { calls } = await replay([entryOf('a'), entryOf('b')], () => 'accepted');
    expect(calls).toEqual(['remove 2', 'acknowledge 0: 1', 'acknowledge 0: 1', 'forget nonce-a,nonce-b']);
  });

  test('acknowledges a published batch after removing its entry', async () => {
    const { calls } = await replay([entryOf('a')], () => 'accepted', { failingRemovals: 2 });
    expect(calls).toEqual(['remove 1', 'remove 1', 'remove 1', 'acknowledge 0: 1', 'forget nonce-a']);
  });

  test('does not acknowledge a batch that was published before', async () => {
    const { calls } = await replay([entryOf('a')], () => 'duplicate');
    expect(calls).toEqual(['remove 1', 'forget nonce-a']);
  });

  test('removes entries in order, up to the first that failed', async () => {
    const entries = ['a', 'b', 'c'].map(entryOf);
    const { calls, held } = await replay(entries, (batchId) => (batchId === 'b' ? new Error('away') : 'accepted'));
    expect(calls).toEqual(['remove 1', 'acknowledge 0: 1', 'forget nonce-a']);
    expect(held).toHaveLength(2);
  });

  test('sets an entry aside that cannot be replayed, and continues', async () => {
    const entries = [{ bytes: Buffer.from('nonsense') }, entryOf('a'), { bytes: Buffer.alloc(0) }];
    const { calls, held } = await replay(entries, () => 'accepted');
    expect([calls, held]).toEqual([['set aside 0', 'remove 3', 'acknowledge 0: 1', 'forget nonce-a'], []]);
  });
});

interface Played {
  readonly calls: string[];
  readonly held: SpoolEntry[];
}

/** Replays entries until their charges are forgotten, the last step. `publish` decides the result of a batch. */
async function replay(
  held: SpoolEntry[],
  publish: (batchId: string) => 'accepted' | 'duplicate' | Error,
  { failingRemovals = 0 } = {},
): Promise<Played> {
  let failuresLeft = failingRemovals;
  const calls: string[] = [];
  const decided = (batchId: string): Decision => ({ batchId, arrivalMs: 1, hour: 0, epoch: 'e', verdicts: 'p' });
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const deps: ReplayDeps = {
    spool: {
      peek: () => Promise.resolve([...held]),
      remove: (count) => {
        calls.push(`remove ${count}`);
        if (failuresLeft-- > 0) return Promise.reject(new Error('a disk that cannot be written to'));
        held.splice(0, count);
        return Promise.resolve();
      },
      setAside: (index) => {
        calls.push(`set aside ${index}`);
        return Promise.resolve();
      },
      probe: () => Promise.resolve(),
      noteOldest: () => undefined,
      stats: () => ({
        entries: held.length,
        bytes: 0,
        torn: 0,
        corrupt: 0,
        failure: undefined,
        appended: 0,
        refused: 0,
        duplicates: 0,
        oldestMs: undefined,
      }),
    },
    allowance: {
      undo: () => Promise.resolve('nothing'),
      chargeSpooled: ({ batchId }) =>
        Promise.resolve({ kind: 'decided', nowMs: 2, bytesLeft: null, ...decided(batchId) }),
      recordedBatch: () => Promise.resolve(undefined),
      forgetSpooled: (requests) => {
        calls.push(`forget ${requests.map(({ nonce }) => nonce).join()}`);
        end();
        return Promise.resolve();
      },
    },
    publisher: {
      isMarked: () => Promise.resolve(false),
      publish: ({ batchId }) => {
        const result = publish(batchId);
        return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
      },
    },
    seedLedger: () => Promise.resolve(),
    onAcknowledged: (hour, parts) => void calls.push(`acknowledge ${hour}: ${parts.length}`),
    clock: () => 1,
    settleMs: 100,
    isReady: () => true,
    logger: silentLogger,
  };
  const loop = createSpoolReplay(deps);
  await loop.start();
  await ended;
  await loop.stop();
  return { calls, held };
}

function entryOf(name: string): SpoolEntry {
  return {
    bytes: encodeBatch({
      projectId: '7',
      organizationId: '1',
      hash: name.padEnd(64, '0'),
      batchId: name,
      arrivalMs: 1,
      windowMs: 1_000,
      types: 'l',
      verdicts: '.',
      address: '::1',
      agent: '',
      nonce: `nonce-${name}`,
      serialized: [{ type: 'log', json: Buffer.from('{}') }],
    }),
  };
}
