import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createRequestLimiter, type RequestLimiter } from '@sluice/management';
import {
  createUploadPace,
  OWED_BYTES_PER_SECOND,
  PATIENCE_TICKS,
  TICK_MS,
  WINDOW_TICKS,
  type UploadPace,
} from './createUploadPace.js';

const SLOW = 1_200;
const FAST = OWED_BYTES_PER_SECOND;

let gate: RequestLimiter;
let pace: UploadPace;
let seconds: number;
beforeEach(() => {
  jest.useFakeTimers();
  seconds = 0;
  gate = createRequestLimiter({ atOnce: 8, waiting: 64, waitMs: 20_000 });
  pace = createUploadPace(gate.owed);
});
afterEach(() => {
  jest.useRealTimers();
});
const states = (list: readonly { state: unknown }[]): readonly unknown[] => list.map(({ state }) => state);

const busy = expect.objectContaining({ status: 503, code: 'busy', headers: { 'retry-after': '5' } }) as unknown;

describe('while other organizations wait', () => {
  test('one that fills the places with slow uploads keeps half, and others are served at the next tick', async () => {
    const a = uploads(9, 'a', SLOW);
    const b = upload('b', SLOW);
    await pass(WINDOW_TICKS);
    expect([arriving(a), b.state]).toEqual([7, 'arrives']);
    const c = uploads(3, 'c', FAST);
    await pass(1);
    // The last free place is the next newcomer's.
    expect(states(c)).toEqual(['arrives', 'arrives', 'waits']);
    expect([arriving(a), b.state]).toEqual([4, 'arrives']);
    const d = upload('d', SLOW);
    await pass(1);
    expect(d.state).toBe('arrives');
    expect(states(a)).toEqual(expect.arrayContaining([busy]));
  });

  test('the slowest go first', async () => {
    const [slowest, slower] = [upload('a', SLOW), upload('a', SLOW + 1)];
    const others = uploads(5, 'a', SLOW + 2);
    upload('b', SLOW);
    await pass(WINDOW_TICKS);
    uploads(2, 'c', SLOW);
    await pass(1);
    expect([slowest.state, slower.state, arriving(others)]).toEqual([busy, busy, 5]);
  });

  test('fast uploads are ended only when the patience is over, before the newcomer gives up', async () => {
    const a = uploads(7, 'a', FAST);
    upload('b', FAST);
    const c = upload('c', FAST);
    await pass(PATIENCE_TICKS);
    expect([arriving(a), c.state]).toEqual([7, 'waits']);
    await pass(1);
    expect([arriving(a), c.state]).toEqual([6, 'arrives']);
  });

  test('uploads that wait for this process are not slow', async () => {
    const a = Array.from({ length: 7 }, () => upload('a', 0, true));
    upload('b', SLOW);
    await pass(WINDOW_TICKS);
    upload('c', SLOW);
    await pass(1);
    expect(arriving(a)).toBe(7);
  });

  test('a single upload of an organization is not ended for a newcomer', async () => {
    const singles = ['1', '2', '3', '4', '5', '6', '7', '8'].map((organization) => upload(organization, SLOW));
    upload('newcomer', FAST);
    await pass(PATIENCE_TICKS + 1);
    expect(arriving(singles)).toBe(8);
  });
});

test('slow uploads continue while no other organization waits', async () => {
  const a = uploads(9, 'a', SLOW);
  await pass(2 * PATIENCE_TICKS - 1);
  expect(arriving(a)).toBe(7);
});

/** An upload that never ends by itself. `state`: whether it waits, arrives, or what ended it. */
function upload(organization: string, rate: number, isHeldUp = false) {
  const one: { state: unknown } = { state: 'waits' };
  gate
    .run(organization, async () => {
      const began = seconds;
      one.state = 'arrives';
      let unfollow = (): void => undefined;
      try {
        await new Promise((_resolve, reject) => {
          unfollow = pace.follow(organization, {
            received: () => (seconds - began) * rate,
            isHeldUp: () => isHeldUp,
            end: reject,
          });
        });
      } finally {
        unfollow();
      }
    })
    .catch((error: unknown) => (one.state = error));
  return one;
}

async function pass(ticks: number): Promise<void> {
  for (let i = 0; i < ticks; i += 1) {
    // Uploads that may start do so before time passes.
    await jest.advanceTimersByTimeAsync(0);
    seconds += TICK_MS / 1_000;
    await jest.advanceTimersByTimeAsync(TICK_MS);
  }
}

function uploads(count: number, organization: string, rate: number) {
  return Array.from({ length: count }, () => upload(organization, rate));
}

function arriving(list: readonly { state: unknown }[]): number {
  return list.filter(({ state }) => state === 'arrives').length;
}
