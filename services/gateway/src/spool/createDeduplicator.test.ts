import { describe, expect, test } from '@jest/globals';
import type { SpooledBatch } from './spooledBatch.js';
import { createDeduplicator, createRecentBatches, type Deduplicator } from './createDeduplicator.js';

const batch = { hash: 'a', arrivalMs: 0, windowMs: 1_000 } as SpooledBatch;

describe('identical batches', () => {
  test('that arrive together are written once; the others are duplicates as soon as it is written', async () => {
    const { append, isDuplicate, duplicates, written, end } = disk();
    const heard: string[] = [];
    const all = [append(batch), append(batch), append({ ...batch, arrivalMs: 1 })];
    for (const one of all) void one.then((kind) => heard.push(kind));
    const known = isDuplicate('a');
    await Promise.resolve();
    expect(heard).toEqual([]);
    end();
    expect(await Promise.all(all)).toEqual(['appended', 'duplicate', 'duplicate']);
    expect([await known, await isDuplicate('a'), written]).toEqual([true, true, ['a']]);
    expect(duplicates()).toBe(4);
    expect([await isDuplicate('b'), duplicates()]).toEqual([false, 4]);
  });

  test('are all refused if the write fails, and the next one is written', async () => {
    const { append, isDuplicate, written, end } = disk();
    const all = [append(batch), append(batch)];
    const known = isDuplicate('a');
    end(new Error('ENOSPC'));
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([await known, await isDuplicate('a')]).toEqual([false, false]);
    const next = append(batch);
    end();
    expect([await next, written]).toEqual(['appended', ['a', 'a']]);
  });
});

test('a spooled batch is remembered until its window is over', () => {
  let now = 1_000;
  const recent = createRecentBatches(() => now, 10);
  recent.add('a', 1_500);
  expect([recent.has('a'), recent.has('b')]).toEqual([true, false]);
  now = 1_500;
  expect(recent.has('a')).toBe(false);
});

test('the oldest batch is dropped beyond the bound; a batch that is added again counts as new', () => {
  const recent = createRecentBatches(() => 0, 2);
  for (const hash of ['a', 'b', 'a', 'c']) recent.add(hash, 9);
  expect(['a', 'b', 'c'].map(recent.has)).toEqual([true, false, true]);
});

interface Disk extends Deduplicator {
  readonly written: string[];
  /** Ends the pending write. */
  readonly end: (error?: Error) => void;
}

/** Returns a deduplicator whose writes end when the test calls `end`. */
function disk(): Disk {
  const written: string[] = [];
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const append = ({ hash }: SpooledBatch): Promise<void> => {
    written.push(hash);
    return new Promise((resolve, reject) => {
      settle = { resolve, reject };
    });
  };
  const end = (error?: Error): void => (error === undefined ? settle?.resolve() : settle?.reject(error));
  return { ...createDeduplicator({ recent: createRecentBatches(() => 0, 10), append }), written, end };
}
