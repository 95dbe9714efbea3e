import { describe, expect, test } from '@jest/globals';
import { createReadiness, type Readiness } from './readiness.js';

/** A check whose runs end when the test says so, on a clock of the test. */
function createSubject(waitMs = 2_000) {
  const runs: { readonly end: (problem?: string) => void; readonly fail: (error: Error) => void }[] = [];
  const state = { nowMs: 0, isStopping: false };
  const check = (): Promise<string | undefined> =>
    new Promise((end, fail) => runs.push({ end: (problem) => end(problem), fail }));
  const readiness = createReadiness(
    { checks: [{ name: 'database', check }], isStopping: () => state.isStopping },
    { now: () => state.nowMs, waitMs },
  );
  return { readiness, runs, state };
}

const turn = (): Promise<void> => new Promise(setImmediate);
const resultOf = async (answer: Promise<Readiness>): Promise<string | undefined> => (await answer).checks['database'];

describe('shared readiness', () => {
  test('runs a check once for all calls at the same time and within a second of its end', async () => {
    const { readiness, runs, state } = createSubject();
    const calls = Array.from({ length: 500 }, () => readiness());
    await turn();
    expect(runs).toHaveLength(1);
    state.nowMs = 700;
    runs[0]?.end();
    expect((await Promise.all(calls)).every(({ ready }) => ready)).toBe(true);
    state.nowMs = 1_699;
    expect((await readiness()).ready).toBe(true);
    expect(runs).toHaveLength(1);
    state.nowMs = 1_700;
    const next = readiness();
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.end('does not answer');
    expect(await resultOf(next)).toBe('does not answer');
  });

  test('does not let a call wait for a check that does not end, and does not run it again', async () => {
    const { readiness, runs, state } = createSubject(1);
    expect(await resultOf(readiness())).toBe('no result within 0.001 s: what it asks does not answer');
    state.nowMs = 60_000;
    const late = await Promise.all(Array.from({ length: 500 }, () => readiness()));
    expect(late.some(({ ready }) => ready)).toBe(false);
    expect(runs).toHaveLength(1);
    runs[0]?.end('PostgreSQL does not answer');
    await turn();
    state.nowMs = 61_000;
    // The problem that was found last says more than that the next run takes long.
    expect(await resultOf(readiness())).toBe('PostgreSQL does not answer');
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await turn();
    expect(await resultOf(readiness())).toBe('ok');
  });

  test('shows a check that throws as failed', async () => {
    const { readiness, runs } = createSubject();
    const answer = readiness();
    await turn();
    runs[0]?.fail(new Error('not reachable'));
    expect(await resultOf(answer)).toBe('Error: not reachable');
  });

  test('notices a shutdown at once', async () => {
    const { readiness, runs, state } = createSubject();
    const before = readiness();
    await turn();
    runs[0]?.end();
    expect((await before).ready).toBe(true);
    state.isStopping = true;
    expect(await readiness()).toEqual({ ready: false, checks: { database: 'ok', shutdown: 'stopping' } });
  });
});
