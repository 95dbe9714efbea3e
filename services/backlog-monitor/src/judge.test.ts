import { describe, expect, test } from '@jest/globals';
import { firstJudgement, isRaised, judge, type Judgement, type Marks, type Phase, type Reading } from './judge.js';

const marks: Marks = {
  depth: { high: 100, low: 10 },
  age: { high: 5_000, low: 1_000 },
  memory: { high: 0.6, low: 0.5 },
  raiseAfterMs: 2_000,
  lowerAfterMs: 3_000,
};

const cases: readonly [string, Judgement, Reading, number, Phase][] = [
  ['clear stays clear below the high marks', { phase: 'clear', since: 0 }, { depth: 99, age: 4_999 }, 9_000, 'clear'],
  ['clear begins to rise at the high mark', { phase: 'clear', since: 0 }, { depth: 100 }, 9_000, 'rising'],
  ['age alone is enough', { phase: 'clear', since: 0 }, { depth: 1, age: 5_000 }, 9_000, 'rising'],
  ['memory alone is enough', { phase: 'clear', since: 0 }, { memory: 0.6 }, 9_000, 'rising'],
  ['rising waits for its hold time', { phase: 'rising', since: 0 }, { depth: 500 }, 1_999, 'rising'],
  ['rising is raised after its hold time', { phase: 'rising', since: 0 }, { depth: 500 }, 2_000, 'raised'],
  ['a burst that ends raises nothing', { phase: 'rising', since: 0 }, { depth: 50 }, 1_000, 'clear'],
  ['raised stays between the marks', { phase: 'raised', since: 0 }, { depth: 50 }, 99_000, 'raised'],
  ['raised stays while one measure is not low', { phase: 'raised', since: 0 }, { depth: 0, age: 1_001 }, 9, 'raised'],
  ['raised begins to fall when all are low', { phase: 'raised', since: 0 }, { depth: 10, age: 1_000 }, 9, 'falling'],
  ['falling waits for its hold time', { phase: 'falling', since: 0 }, {}, 2_999, 'falling'],
  ['falling is clear after its hold time', { phase: 'falling', since: 0 }, {}, 3_000, 'clear'],
  ['falling is raised again above a low mark', { phase: 'falling', since: 0 }, { depth: 11 }, 9_000, 'raised'],
];

describe('the backlog of one subject', () => {
  test.each(cases)('%s', (_name, previous, reading, now, expected) => {
    expect(judge(previous, reading, marks, now).phase).toBe(expected);
  });

  test('a phase that goes on keeps the moment it began', () => {
    const rising: Judgement = { phase: 'rising', since: 500 };
    expect(judge(rising, { depth: 100 }, marks, 900)).toEqual(rising);
  });

  test('hold times of zero move the flag at once', () => {
    const hasty: Marks = { ...marks, raiseAfterMs: 0, lowerAfterMs: 0 };
    const raised = judge({ phase: 'clear', since: 0 }, { depth: 100 }, hasty, 1);
    expect(raised.phase).toBe('raised');
    expect(judge(raised, {}, hasty, 2).phase).toBe('clear');
  });

  test('the flag is up while raised and while falling', () => {
    const phases: readonly Phase[] = ['clear', 'rising', 'raised', 'falling'];
    expect(phases.filter((phase) => isRaised({ phase, since: 0 }))).toEqual(['raised', 'falling']);
  });

  test('a restarted monitor keeps a standing flag until the low marks are met', () => {
    expect(firstJudgement(true, { depth: 50 }, marks, 1).phase).toBe('raised');
    expect(firstJudgement(true, { depth: 10 }, marks, 1).phase).toBe('clear');
    expect(firstJudgement(false, { depth: 50 }, marks, 1).phase).toBe('clear');
  });
});
