import { describe, expect, test } from '@jest/globals';
import { createGate } from './createGate.js';

/** Work that ends when it is told to. */
function work(): { readonly run: () => Promise<string>; readonly end: () => void; started: boolean } {
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

describe('the gate', () => {
  test('lets so much through, in order of coming, and refuses what finds no place to wait', async () => {
    const gate = createGate({ atOnce: 2, waiting: 1, waitMs: 10_000 });
    const [a, b, c, d] = [work(), work(), work(), work()];
    const passed = [a, b, c].map(({ run }) => gate.pass(run));
    await expect(gate.pass(d.run)).rejects.toMatchObject({ status: 503, code: 'busy' });
    expect([a, b, c, d].map(({ started }) => started)).toEqual([true, true, false, false]);
    b.end();
    await passed[1];
    const late = gate.pass(d.run);
    expect([c.started, d.started]).toEqual([true, false]);
    for (const one of [a, c, d]) one.end();
    await expect(Promise.all([...passed, late])).resolves.toEqual(['done', 'done', 'done', 'done']);
  });

  test('gives the place back when the work fails', async () => {
    const gate = createGate({ atOnce: 1, waiting: 0, waitMs: 1 });
    for (let i = 0; i < 3; i += 1) await expect(gate.pass(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    await expect(gate.pass(() => Promise.resolve(1))).resolves.toBe(1);
  });

  test('who has waited long enough is refused, and leaves the place to the next', async () => {
    const gate = createGate({ atOnce: 1, waiting: 1, waitMs: 1 });
    const [slow, given] = [work(), work()];
    const first = gate.pass(slow.run);
    await expect(gate.pass(given.run)).rejects.toMatchObject({ code: 'busy' });
    slow.end();
    await first;
    expect(given.started).toBe(false);
    await expect(gate.pass(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
