import { describe, expect, test } from '@jest/globals';
import { assessPressure, NO_PRESSURE, type PressureReadings, type PressureState } from './assessPressure.js';

const MARKS = { refuseAllPercent: 80, refuseBulkyPercent: 60, backlogEvents: 100 };
const memoryAt = (percent: number): PressureReadings['memory'] => [
  { usedBytes: 1, maxBytes: 100 },
  { usedBytes: percent, maxBytes: 100 },
];
const alive = (holdOffSeconds?: number): PressureReadings['backlog'] => ({ monitorAlive: true, holdOffSeconds });
const dead: PressureReadings['backlog'] = { monitorAlive: false, holdOffSeconds: undefined };
const state = (holdOffSeconds: number | undefined, isFilling = false, refuseAll = false): PressureState => ({
  holdOffSeconds,
  isFilling,
  refuseAll,
});

describe('pressure', () => {
  test.each<[string, PressureReadings, boolean, PressureState]>([
    ['none', { memory: memoryAt(59), backlog: alive(), waitingEvents: undefined }, false, state(undefined)],
    [
      'tight memory holds off spans and replays',
      { memory: memoryAt(60), backlog: alive(), waitingEvents: undefined },
      false,
      state(30, true),
    ],
    [
      'full memory refuses everything',
      { memory: memoryAt(80), backlog: alive(), waitingEvents: undefined },
      false,
      state(30, true, true),
    ],
    [
      'memory without a limit is never full',
      { memory: [{ usedBytes: 9, maxBytes: 0 }], backlog: alive(), waitingEvents: 0 },
      false,
      state(undefined),
    ],
    [
      'the monitor decides while it lives',
      { memory: [], backlog: alive(20), waitingEvents: undefined },
      false,
      state(20),
    ],
    [
      'its word stands against the depth',
      { memory: [], backlog: alive(), waitingEvents: 1_000 },
      true,
      state(undefined),
    ],
    [
      'estimates stay within 5 to 60 seconds',
      { memory: [], backlog: alive(600), waitingEvents: undefined },
      false,
      state(60),
    ],
    ['and not below', { memory: [], backlog: alive(1), waitingEvents: undefined }, false, state(5)],
    [
      'a dead monitor, its flag still there: the depth decides',
      { memory: [], backlog: { monitorAlive: false, holdOffSeconds: 9 }, waitingEvents: 0 },
      true,
      state(undefined),
    ],
    ['a dead monitor, deep queues', { memory: [], backlog: dead, waitingEvents: 100 }, false, state(30)],
    ['a dead monitor, below the high mark', { memory: [], backlog: dead, waitingEvents: 99 }, false, state(undefined)],
    ['once held off, down to the low mark', { memory: [], backlog: dead, waitingEvents: 50 }, true, state(30)],
    ['and not further', { memory: [], backlog: dead, waitingEvents: 49 }, true, state(undefined)],
  ])('%s', (_name, readings, wasHeldOff, expected) => {
    expect(assessPressure(readings, MARKS, wasHeldOff)).toEqual(expected);
  });

  test('is none before the first check', () => {
    expect(NO_PRESSURE).toEqual(state(undefined));
  });
});
