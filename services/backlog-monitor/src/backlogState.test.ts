import { describe, expect, test } from '@jest/globals';
import {
  initialState,
  isRaised,
  nextState,
  type BacklogState,
  type Marks,
  type Phase,
  type Reading,
} from './backlogState.js';

const marks: Marks = {
  depth: { high: 100, low: 10 },
  age: { high: 5_000, low: 1_000 },
  memory: { high: 0.6, low: 0.5 },
  raiseAfterMs: 2_000,
  lowerAfterMs: 3_000,
};

describe('the backlog of one subject', () => {
  test.each<[string, { from: BacklogState; reading: Reading; now: number }, Phase]>([
    [
      'clear stays clear below the high marks',
      { from: { phase: 'clear', since: 0 }, reading: { depth: 99, age: 4_999 }, now: 9_000 },
      'clear',
    ],
    [
      'clear begins to rise at the high mark',
      { from: { phase: 'clear', since: 0 }, reading: { depth: 100 }, now: 9_000 },
      'rising',
    ],
    [
      'age alone is enough',
      { from: { phase: 'clear', since: 0 }, reading: { depth: 1, age: 5_000 }, now: 9_000 },
      'rising',
    ],
    ['memory alone is enough', { from: { phase: 'clear', since: 0 }, reading: { memory: 0.6 }, now: 9_000 }, 'rising'],
    [
      'rising waits for its hold time',
      { from: { phase: 'rising', since: 0 }, reading: { depth: 500 }, now: 1_999 },
      'rising',
    ],
    [
      'rising is raised after its hold time',
      { from: { phase: 'rising', since: 0 }, reading: { depth: 500 }, now: 2_000 },
      'raised',
    ],
    [
      'a burst that ends raises nothing',
      { from: { phase: 'rising', since: 0 }, reading: { depth: 50 }, now: 1_000 },
      'clear',
    ],
    [
      'raised stays between the marks',
      { from: { phase: 'raised', since: 0 }, reading: { depth: 50 }, now: 99_000 },
      'raised',
    ],
    [
      'raised stays while one measure is not low',
      { from: { phase: 'raised', since: 0 }, reading: { depth: 0, age: 1_001 }, now: 9 },
      'raised',
    ],
    [
      'raised begins to fall when all are low',
      { from: { phase: 'raised', since: 0 }, reading: { depth: 10, age: 1_000 }, now: 9 },
      'falling',
    ],
    ['falling waits for its hold time', { from: { phase: 'falling', since: 0 }, reading: {}, now: 2_999 }, 'falling'],
    [
      'falling is clear after its hold time',
      { from: { phase: 'falling', since: 0 }, reading: {}, now: 3_000 },
      'clear',
    ],
    [
      'falling is raised again above a low mark',
      { from: { phase: 'falling', since: 0 }, reading: { depth: 11 }, now: 9_000 },
      'raised',
    ],
  ])('%s', (_name, { from, reading, now }, expected) => {
    expect(nextState(from, reading, marks, now).phase).toBe(expected);
  });

  test('a phase that continues keeps its beginning', () => {
    const rising: BacklogState = { phase: 'rising', since: 500 };
    expect(nextState(rising, { depth: 100 }, marks, 900)).toEqual(rising);
  });

  test('hold times of zero change the flag at once', () => {
    const hasty: Marks = { ...marks, raiseAfterMs: 0, lowerAfterMs: 0 };
    const raised = nextState({ phase: 'clear', since: 0 }, { depth: 100 }, hasty, 1);
    expect(raised.phase).toBe('raised');
    expect(nextState(raised, {}, hasty, 2).phase).toBe('clear');
  });

  test('the flag is set while raised and while falling', () => {
    const phases: readonly Phase[] = ['clear', 'rising', 'raised', 'falling'];
    expect(phases.filter((phase) => isRaised({ phase, since: 0 }))).toEqual(['raised', 'falling']);
  });

  test('a restarted monitor keeps the flag until the low marks are met', () => {
    expect(initialState(true, { depth: 50 }, marks, 1).phase).toBe('raised');
    expect(initialState(true, { depth: 10 }, marks, 1).phase).toBe('clear');
    expect(initialState(false, { depth: 50 }, marks, 1).phase).toBe('clear');
  });
});
