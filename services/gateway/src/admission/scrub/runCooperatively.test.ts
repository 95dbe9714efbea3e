import { describe, expect, test } from '@jest/globals';
import type { AcceptedEvent } from '@sluice/contract';
import { scrubBatch } from './scrubBatch.js';
import { runCooperatively, type PausableTask } from './runCooperatively.js';

/** Rounds of the event loop that others get while `work` is done. */
async function roundsDuring(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return rounds;
}

const STEP_MS = 5;

function* busy(steps: number): PausableTask<number> {
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + STEP_MS;
    while (performance.now() < until);
    yield;
  }
  return steps;
}

describe('taking turns', () => {
  test('gives way again and again, and answers what the work does', async () => {
    let result: number | undefined;
    // 200 ms in turns of 20 ms and a step; a machine that stands still meanwhile has fewer.
    const rounds = await roundsDuring(async () => {
      result = await runCooperatively(busy(40));
    });
    expect(result).toBe(40);
    expect(rounds).toBeGreaterThanOrEqual(6);
  });

  test('many together take no longer turns than one', async () => {
    const rounds = await roundsDuring(() => Promise.all(Array.from({ length: 20 }, () => runCooperatively(busy(4)))));
    // Each by itself would be finished in one turn, and all in the same.
    expect(rounds).toBeGreaterThanOrEqual(12);
  });

  test('what takes a moment does not wait for what takes long', async () => {
    const finished: string[] = [];
    const long = runCooperatively(busy(20)).then(() => finished.push('long'));
    await runCooperatively(busy(1)).then(() => finished.push('short'));
    await long;
    expect(finished).toEqual(['short', 'long']);
  });

  test('an error is that of its work alone', async () => {
    const wrong = runCooperatively(
      (function* (): PausableTask<void> {
        yield;
        throw new TypeError('wrong');
      })(),
    );
    await expect(wrong).rejects.toThrow(new TypeError('wrong'));
    await expect(runCooperatively(busy(1))).resolves.toBe(1);
  });
});

describe('scrubbing a large batch', () => {
  const worst = 'pwd=1&'.repeat(10_833);
  const eventOf = (type: string, payload: object): AcceptedEvent =>
    ({ type, timestamp: '2025-01-01T00:00:00Z', payload }) as unknown as AcceptedEvent;
  const scrubbed = (events: readonly AcceptedEvent[]) =>
    scrubBatch({ types: '', verdicts: '', trims: 0, events: [...events] });

  test.each<[string, () => readonly AcceptedEvent[]]>([
    ['of many events', () => Array.from({ length: 24 }, () => eventOf('log', { message: worst }))],
    ['of one event', () => [eventOf('replay', { replayId: 'r', texts: Array.from({ length: 24 }, () => worst) })]],
    [
      'of one deep event',
      () => [
        eventOf('replay', { replayId: 'r', a: { b: Array.from({ length: 24 }, () => ({ [worst]: [[worst]] })) } }),
      ],
    ],
    [
      'with a long recording',
      () => [eventOf('replay', { events: JSON.parse(`[${'{"a":1},'.repeat(200_000)}0]`) as unknown })],
    ],
  ])('lets others go on: %s', async (_name, eventsOf) => {
    const events = eventsOf();
    // Some hundred milliseconds, in turns of some 30 ms.
    expect(await roundsDuring(() => scrubbed(events))).toBeGreaterThanOrEqual(4);
  });
});
