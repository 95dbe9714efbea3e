import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PublishFailedError } from '../publishFailedError.js';
import type { PublishBatch, PublishResult } from '../types.js';
import { GroupCommit } from './groupCommit.js';
import { withTicket } from './ticket.js';

const LINGER_MS = 10;
const COMMIT_MS = 5;

beforeEach(() => {
  jest.useFakeTimers();
  // The longest pauses.
  jest.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

describe('a shard', () => {
  test('commits at once when idle', async () => {
    const { commits, submit } = shard();
    submit(1);
    await pass(0);
    submit(1);
    await pass(COMMIT_MS);
    expect(commits).toEqual([
      { size: 1, at: 0 },
      { size: 1, at: COMMIT_MS },
    ]);
  });

  test('that had company waits for more, as long as it may', async () => {
    const { commits, submit } = shard();
    submit(3);
    await pass(2 * COMMIT_MS - 1);
    submit(3);
    await pass(2);
    submit(2);
    await pass(LINGER_MS);
    expect(commits).toEqual([...FIRST_THREE, { size: 5, at: 2 * COMMIT_MS + LINGER_MS }]);
  });

  test('does not wait any longer when sixteen are there', async () => {
    const { commits, submit } = shard();
    submit(3);
    await pass(2 * COMMIT_MS);
    submit(15);
    await pass(2);
    submit(1);
    await pass(0);
    submit(20);
    await pass(COMMIT_MS);
    expect(commits).toEqual([...FIRST_THREE, { size: 16, at: 2 * COMMIT_MS + 2 }, { size: 20, at: 3 * COMMIT_MS + 2 }]);
  });
});

/** The first goes alone, at once; the two that came with it go when it is through. */
const FIRST_THREE = [
  { size: 1, at: 0 },
  { size: 2, at: COMMIT_MS },
];

const BATCH = { parts: [] } as unknown as PublishBatch;
const TIMEOUT_MS = 100;
const CERTAIN = new PublishFailedError(true, 'full');
const IN_DOUBT = new PublishFailedError(false, 'no answer');

type End = Error | 'hangs' | boolean;

/** A shard whose commits end in the order of `ends`, the last one repeated; `hangs` never ends. */
function failing(...ends: readonly End[]) {
  const began = Date.now();
  const attempts: number[] = [];
  const retries: PublishFailedError[] = [];
  const group = new GroupCommit({
    lingerMs: 0,
    commit: (claims) => {
      const end = ends[Math.min(attempts.push(Date.now() - began), ends.length) - 1];
      if (end === 'hangs') return new Promise(() => undefined);
      return end instanceof Error ? Promise.reject(end) : Promise.resolve(claims.map(() => end === true));
    },
    onRetry: (error) => retries.push(error),
  });
  /** Outcome of a batch: its result, or whether it certainly failed and when. */
  const submit = (timeoutMs = TIMEOUT_MS): Promise<unknown> =>
    submitTo(group, BATCH, timeoutMs).catch((error: unknown) => {
      const { certain, cause } = error as PublishFailedError;
      return { certain, cause, at: Date.now() - began };
    });
  return { attempts, retries, submit, group };
}

describe('a batch', () => {
  test.each([
    ['accepted', true],
    ['duplicate', false],
  ])('is %s if it set its mark: %s', async (result, won) => {
    const { submit, group } = failing(won);
    expect(await submit()).toBe(result);
    await group.idle();
    expect(await submit()).toBe(result);
  });

  test('is repeated with doubling pauses of at most 250 ms', async () => {
    const { attempts, retries, submit } = failing(
      CERTAIN,
      CERTAIN,
      CERTAIN,
      CERTAIN,
      CERTAIN,
      CERTAIN,
      true,
      CERTAIN,
      true,
    );
    const results = [submit(2_000)];
    await pass(790);
    expect(attempts).toEqual([0, 20, 60, 140, 300, 550]);
    await pass(10);
    expect([attempts.at(-1), retries]).toEqual([800, Array<PublishFailedError>(6).fill(CERTAIN)]);
    results.push(submit(2_000));
    await pass(20);
    expect([await Promise.all(results), attempts.slice(7)]).toEqual([
      ['accepted', 'accepted'],
      [800, 820],
    ]);
  });

  test.each<[string, readonly End[], boolean, unknown]>([
    ['certainly, if every attempt certainly failed', [CERTAIN], true, 'full'],
    ['perhaps, if one attempt had no answer', [IN_DOUBT, CERTAIN], false, 'full'],
    ['perhaps, if an attempt failed in another way', [new Error('lost'), CERTAIN], false, 'full'],
    ['perhaps, while an attempt is under way', ['hangs'], false, undefined],
    ['perhaps, while the attempt after a certain failure is under way', [CERTAIN, 'hangs'], false, 'full'],
  ])('fails at its deadline: %s', async (_name, ends, certain, cause) => {
    const { submit } = failing(...ends);
    const failed = submit();
    await pass(TIMEOUT_MS);
    expect(await failed).toEqual({ certain, cause, at: TIMEOUT_MS });
  });

  test('that was never sent certainly fails at its own deadline', async () => {
    const { submit, attempts } = failing('hangs');
    const [, waiting] = [submit(), submit(10)];
    await pass(10);
    expect([await waiting, attempts]).toEqual([{ certain: true, cause: undefined, at: 10 }, [0]]);
  });

  test('that reached its deadline is not sent again', async () => {
    const { submit, attempts, group } = failing(CERTAIN, true);
    const failed = submit(10);
    await pass(20);
    await group.idle();
    expect([await failed, attempts]).toEqual([{ certain: true, cause: 'full', at: 10 }, [0]]);
  });

  test('keeps its shard busy until it has settled', async () => {
    const { submit, group } = failing(CERTAIN, true);
    let isIdle = false;
    void submit();
    void group.idle().then(() => {
      isIdle = true;
    });
    await pass(19);
    expect(isIdle).toBe(false);
    await pass(1);
    expect(isIdle).toBe(true);
  });

  test('reports any other error as an attempt without an answer', async () => {
    const error = new Error('lost');
    const { submit, retries } = failing(error, true);
    const accepted = submit();
    await pass(20);
    expect([await accepted, retries]).toEqual(['accepted', [new PublishFailedError(false, error)]]);
    expect([retries[0]?.certain, retries[0]?.cause]).toEqual([false, error]);
  });
});

describe('a transaction', () => {
  const MIB = 1024 * 1024;
  const sizesOf = async (bytesOfBatches: readonly number[]): Promise<number[]> => {
    const sizes: number[] = [];
    const commit = (claims: readonly unknown[]): Promise<boolean[]> => {
      sizes.push(claims.length);
      return Promise.resolve(claims.map(() => true));
    };
    const group = new GroupCommit({ lingerMs: 0, commit, onRetry: () => undefined });
    const parts = (bytes: number) => [{ bytes: bytes - 1 }, { bytes: 1 }];
    const submit = (bytes: number) => submitTo(group, { parts: parts(bytes) } as unknown as PublishBatch, TIMEOUT_MS);
    await Promise.all([1, ...bytesOfBatches].map(submit));
    // The first batch goes alone.
    return sizes.slice(1);
  };

  test('contains at most 256 batches', async () => {
    expect(await sizesOf(Array<number>(300).fill(10))).toEqual([256, 44]);
  });

  test('contains at most 4 MiB, or one larger batch', async () => {
    expect(await sizesOf([MIB, 3 * MIB, 1, 5 * MIB, 4 * MIB, 2])).toEqual([2, 1, 1, 1, 1]);
  });
});

/** A shard with slow commits, and a record of them. */
function shard() {
  const began = Date.now();
  const commits: { size: number; at: number }[] = [];
  const group = new GroupCommit({
    lingerMs: LINGER_MS,
    commit: async (claims) => {
      commits.push({ size: claims.length, at: Date.now() - began });
      await new Promise((resolve) => setTimeout(resolve, COMMIT_MS));
      return claims.map(() => true);
    },
    onRetry: () => undefined,
  });
  const submit = (count: number): void => {
    const batch = { parts: [] } as unknown as PublishBatch;
    for (let batches = 0; batches < count; batches += 1) void submitTo(group, batch, 1_000);
  };
  return { commits, submit };
}

function submitTo(group: GroupCommit, batch: PublishBatch, timeoutMs: number): Promise<PublishResult> {
  return withTicket(batch, { markTtlMs: 1_000, timeoutMs }, (ticket) => group.add(ticket));
}
