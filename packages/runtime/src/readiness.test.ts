import { describe, expect, test } from '@jest/globals';
import { createReadiness, type Readiness } from './readiness.js';

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
    state.nowMs = 59_999;
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

  test('runs a check again that does not end, and ignores what ends later', async () => {
    const { readiness, runs, state } = createSubject(1);
    const askAt = async (minutes: number): Promise<number> => {
      state.nowMs = minutes * 60_000;
      expect(await Promise.all([readiness(), readiness()])).toMatchObject([{ ready: false }, { ready: false }]);
      return runs.length;
    };
    expect(await askAt(0)).toBe(1);
    expect(await askAt(0.9)).toBe(1);
    expect(await askAt(1)).toBe(2);
    runs[0]?.end();
    expect(await askAt(1.9)).toBe(2);
    runs[1]?.end('PostgreSQL is full');
    await turn();
    const next = readiness();
    await turn();
    runs[2]?.end();
    expect(await resultOf(next)).toBe('PostgreSQL is full');
  });

  test('is ready within a minute of the recovery of what a check asks, also after hours', async () => {
    const { readiness, runs, state } = createSubject(0);
    const minutes = 120;
    for (let minute = 0; minute < minutes; minute += 0.5) {
      state.nowMs = minute * 60_000;
      expect((await readiness()).ready).toBe(false);
    }
    // One run a minute, whatever the number of calls.
    expect(runs).toHaveLength(minutes);
    state.nowMs = minutes * 60_000;
    await readiness();
    runs[minutes]?.end();
    await turn();
    expect(await readiness()).toEqual({ ready: true, checks: { database: 'ok' } });
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
