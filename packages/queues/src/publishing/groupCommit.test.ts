import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PublishBatch } from '../types.js';
import { GroupCommit } from './groupCommit.js';

const LINGER_MS = 10;
const COMMIT_MS = 5;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A shard whose commits take a while, and what they were. */
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
    for (let batches = 0; batches < count; batches += 1) void group.submit(batch, 1_000, 1_000);
  };
  return { commits, submit };
}

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

describe('a shard', () => {
  test('that is idle commits at once', async () => {
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
