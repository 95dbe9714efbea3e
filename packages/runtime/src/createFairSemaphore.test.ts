import { describe, expect, test } from '@jest/globals';
import { createFairSemaphore, newcomerReserve, SemaphoreBusyError } from './createFairSemaphore.js';

test('a fair semaphore runs as much work as there are permits, in order of arrival, and rejects work when the queue is full', async () => {
  const semaphore = createFairSemaphore({ capacity: 2, reserve: 0, queue: 1 });
  const [a, b, c, d] = [work(), work(), work(), work()];
  const runs = [a, b, c].map(({ run }) => semaphore.run('t', run));
  await expect(semaphore.run('t', d.run)).rejects.toThrow(SemaphoreBusyError);
  expect([a, b, c, d].map(({ started }) => started)).toEqual([true, true, false, false]);
  b.end();
  await runs[1];
  const late = semaphore.run('t', d.run);
  expect([c.started, d.started]).toEqual([true, false]);
  for (const one of [a, c, d]) one.end();
  await expect(Promise.all([...runs, late])).resolves.toEqual(['done', 'done', 'done', 'done']);
});

test('failed work returns its permit', async () => {
  const semaphore = createFairSemaphore({ capacity: 1, reserve: 0, queue: 0 });
  for (let i = 0; i < 3; i += 1) {
    await expect(semaphore.run('t', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
  }
  await expect(semaphore.run('t', () => Promise.resolve(1))).resolves.toBe(1);
});

test('a fair semaphore rejects work that waits too long, and frees its place', async () => {
  const semaphore = createFairSemaphore({ capacity: 1, reserve: 0, queue: 1, waitMs: 1 });
  const [slow, late] = [work(), work()];
  const first = semaphore.run('t', slow.run);
  await expect(semaphore.run('t', late.run)).rejects.toThrow('within 1 ms');
  slow.end();
  await first;
  expect(late.started).toBe(false);
  await expect(semaphore.run('t', () => Promise.resolve(1))).resolves.toBe(1);
});

test('a fair semaphore rejects a waiter that is dropped for another tenant, and serves the other one', async () => {
  const semaphore = createFairSemaphore({ capacity: 1, reserve: 0, queue: 2 });
  const [running, kept, dropped, newcomer] = [work(), work(), work(), work()];
  const runs = [running, kept].map(({ run }) => semaphore.run('a', run));
  const lost = semaphore.run('a', dropped.run);
  expect(semaphore.othersWait('b')).toBe(true);
  const won = semaphore.run('b', newcomer.run);
  await expect(lost).rejects.toThrow(SemaphoreBusyError);
  for (const one of [running, kept, newcomer]) one.end();
  await expect(Promise.all([...runs, won])).resolves.toEqual(['done', 'done', 'done']);
  expect(dropped.started).toBe(false);
});

test('work that may not wait is rejected at once and leaves the queue', async () => {
  const semaphore = createFairSemaphore({ capacity: 1, reserve: 0, queue: 1 });
  const first = work();
  const running = semaphore.run('t', first.run);
  await expect(semaphore.run('t', () => Promise.resolve(1), { waitMs: 0 })).rejects.toThrow(SemaphoreBusyError);
  const waiting = semaphore.run('t', () => Promise.resolve(2), { waitMs: 60_000 });
  first.end();
  await running;
  await expect(waiting).resolves.toBe(2);
});

describe('work whose signal is aborted', () => {
  const reason = new Error('too late');

  test('does not run if it waits: it rejects at once with the reason, and frees its place', async () => {
    const semaphore = createFairSemaphore({ capacity: 1, reserve: 0, queue: 20 });
    const [running, next] = [work(), work()];
    const over = new AbortController();
    const first = semaphore.run('t', running.run);
    const abandoned = Array.from({ length: 20 }, () => semaphore.run('t', work().run, { signal: over.signal }));
    const outcomes = Promise.allSettled(abandoned);
    over.abort(reason);
    expect((await outcomes).every((outcome) => outcome.status === 'rejected' && outcome.reason === reason)).toBe(true);
    const second = semaphore.run('t', next.run);
    running.end();
    next.end();
    await expect(Promise.all([first, second])).resolves.toEqual(['done', 'done']);
  });

  test('does not run if it was aborted before its request, and runs to its end after its start', async () => {
    const semaphore = createFairSemaphore({ capacity: 1, reserve: 0, queue: 1 });
    const one = work();
    await expect(semaphore.run('t', one.run, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(one.started).toBe(false);
    const over = new AbortController();
    const running = semaphore.run('t', one.run, { signal: over.signal });
    over.abort(reason);
    one.end();
    await expect(running).resolves.toBe('done');
  });
});

test('the reserve is an eighth of the permits, at least one where there are two', () => {
  expect([1, 2, 4, 8, 16, 100].map(newcomerReserve)).toEqual([0, 1, 1, 1, 2, 12]);
});

/** Work that ends when the test says so. */
function work() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const one = {
    started: false,
    end: () => end(),
    run: async () => {
      one.started = true;
      await ended;
      return 'done';
    },
  };
  return one;
}
