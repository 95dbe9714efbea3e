import { describe, expect, test } from '@jest/globals';
import type { Marks, Reading } from './backlogState.js';
import { SUBJECTS, type Readings, type Subject } from './readMeasures.js';
import { updateStatus, type FlagCommand, type BacklogStatus } from './updateStatus.js';

const marks: Marks = {
  depth: { high: 100, low: 10 },
  age: { high: 5_000, low: 1_000 },
  memory: { high: 0.6, low: 0.5 },
  raiseAfterMs: 0,
  lowerAfterMs: 2_000,
};
const rules = { marks, estimateWindowMs: 10_000 };

describe('a run of the monitor', () => {
  test('short queues change nothing', () => {
    expect(play([readings(), readings()])).toEqual([{ kind: 'nothing' }, { kind: 'nothing' }]);
  });

  test('refuses while any subject is raised, until all have stayed at their low marks', () => {
    const high = readings({ log: { depth: 500 }, memory: { memory: 0.7 } });
    const kinds = play([readings(), high, readings({ memory: { memory: 0.7 } }), readings(), readings(), readings()]);
    expect(kinds.map(({ kind }) => kind)).toEqual(['nothing', 'refuse', 'refuse', 'refuse', 'refuse', 'accept']);
  });

  test('the hold-off is the estimate of the slowest raised subject', () => {
    const orders = play([
      readings({ log: { depth: 1_000 }, span: { depth: 9_000 } }),
      readings({ log: { depth: 910 }, span: { depth: 4_000 } }),
      readings({ log: { depth: 810 }, span: { depth: 110 } }),
    ]);
    expect(orders[2]).toEqual({ kind: 'refuse', seconds: 9 });
  });

  test('a starting monitor adopts the flag and clears it if the queues are short', () => {
    expect(play([readings()], true)[0]).toEqual({ kind: 'accept' });
    expect(play([readings({ span: { depth: 50 } })], true)[0]).toEqual({ kind: 'refuse', seconds: 60 });
  });
});

/** Plays looks a second apart from a monitor's start and returns the order of each. */
function play(looks: readonly Readings[], flagStands = false): readonly FlagCommand[] {
  let state: BacklogStatus | undefined;
  return looks.map((look, second) => {
    const turn = updateStatus(state, { readings: look, flagStands, now: second * 1000 }, rules);
    state = turn.next;
    return turn.order;
  });
}

function readings(given: Partial<Record<Subject, Reading>> = {}): Readings {
  return Object.fromEntries(SUBJECTS.map((subject) => [subject, given[subject] ?? {}])) as Record<Subject, Reading>;
}
