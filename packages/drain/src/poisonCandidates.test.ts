import { describe, expect, test } from '@jest/globals';
import { createPoisonCandidates, drainModeFor } from './poisonCandidates.js';

describe('how a job is drained follows from its starts (design 3.8)', () => {
  test.each([
    [0, 'batch'],
    [1, 'batch'],
    [2, 'alone'],
    [3, 'forwards'],
    [4, 'backwards'],
    [5, 'forwards'],
    [6, 'quarantine'],
    [60, 'quarantine'],
  ])('start %i is drained in this mode: %s', (starts, expected) => {
    expect(drainModeFor(starts, 5)).toBe(expected);
  });
});

describe('poison candidates', () => {
  const gate = (): { opened: Promise<void>; open: () => void } => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { opened, open };
  };

  test('are drained one at a time, whatever the result of the one before', async () => {
    const candidates = createPoisonCandidates();
    const order: string[] = [];
    const first = gate();
    const failing = candidates.run('alone', async () => {
      await first.opened;
      order.push('first');
      throw new Error('away');
    });
    const second = candidates.run('alone', () => Promise.resolve(void order.push('second')));
    first.open();
    await expect(failing).rejects.toThrow('away');
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  test('that were started three times are requeued while another is held', async () => {
    const candidates = createPoisonCandidates();
    const first = gate();
    const held = candidates.run('alone', () => first.opened);
    await expect(candidates.run('forwards', () => Promise.resolve())).rejects.toMatchObject({
      name: 'RequeueLaterError',
      delayMs: 5_000,
    });
    first.open();
    await held;
    await expect(candidates.run('forwards', () => Promise.resolve())).resolves.toBeUndefined();
  });
});
