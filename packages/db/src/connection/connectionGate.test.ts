import { describe, expect, test } from '@jest/globals';
import { createConnectionGate } from './connectionGate.js';

const REFUSED = new Error('connect ECONNREFUSED 127.0.0.1:5432');

describe('the gate of connections', () => {
  test('permits all attempts while none has failed', () => {
    const { gate } = createSubject();
    for (let count = 0; count < 10; count += 1) expect(gate.admit()).toBeUndefined();
    gate.succeeded();
    expect(gate.admit()).toBeUndefined();
  });

  test('says what failed, and that it tries again by itself', () => {
    const { gate, state } = createSubject();
    gate.admit();
    gate.failed(REFUSED);
    state.nowMs = 1;
    expect(gate.admit()).toMatchObject({
      message: 'no connection for 0 s (connect ECONNREFUSED 127.0.0.1:5432); it is tried again every few seconds',
      cause: REFUSED,
    });
  });

  test('permits one attempt at a time during an outage, also if several failed together', () => {
    const { gate, state } = createSubject();
    for (let count = 0; count < 4; count += 1) gate.admit();
    gate.failed(REFUSED);
    state.nowMs = 60_000;
    // Three others have not ended.
    expect(gate.admit()).toBeDefined();
    for (let count = 0; count < 3; count += 1) gate.failed(REFUSED);
    state.nowMs = 60_100;
    const answers = Array.from({ length: 100 }, () => gate.admit());
    expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(1);
  });

  test('permits all attempts as soon as one succeeds', () => {
    const { gate, state } = createSubject();
    gate.admit();
    gate.failed(REFUSED);
    state.nowMs = 100;
    expect(gate.admit()).toBeUndefined();
    gate.succeeded();
    expect([gate.admit(), gate.admit()]).toEqual([undefined, undefined]);
  });

  test('makes a bounded number of attempts in ten minutes of an outage, however often it is asked', () => {
    const { gate, state } = createSubject();
    let attempts = 0;
    for (state.nowMs = 0; state.nowMs < 600_000; state.nowMs += 10) {
      if (gate.admit() !== undefined) continue;
      attempts += 1;
      gate.failed(REFUSED);
    }
    // Pauses of 1.5 to 3 s after the first few.
    expect(attempts).toBeGreaterThan(200);
    expect(attempts).toBeLessThan(410);
  });
});

function createSubject() {
  const state = { nowMs: 0 };
  return { state, gate: createConnectionGate(() => state.nowMs) };
}
