import { describe, expect, test } from '@jest/globals';
import { assessPressure, NO_PRESSURE, type PressureReadings, type PressureState } from './assessPressure.js';

const MARKS = { refuseAllPercent: 80, refuseBulkyPercent: 60, backlogEvents: 100 };
const alive = (holdOffSeconds?: number): PressureReadings['backlog'] => ({ monitorAlive: true, holdOffSeconds });
const dead: PressureReadings['backlog'] = { monitorAlive: false, holdOffSeconds: undefined };

describe('pressure', () => {
  test.each<[string, PressureReadings, boolean, PressureState]>([
    [
      'is `none` below the marks',
      { memory: memoryAt(59), backlog: alive(), waitingEvents: undefined },
      false,
      state(undefined),
    ],
    [
      'refuses spans and replays if memory is filling',
      { memory: memoryAt(60), backlog: alive(), waitingEvents: undefined },
      false,
      state(30, true),
    ],
    [
      'refuses everything if memory is nearly full',
      { memory: memoryAt(80), backlog: alive(), waitingEvents: undefined },
      false,
      state(30, true, true),
    ],
    [
      'ignores memory without a limit',
      { memory: [{ usedBytes: 9, maxBytes: 0 }], backlog: alive(), waitingEvents: 0 },
      false,
      state(undefined),
    ],
    [
      'follows the flag of a live monitor',
      { memory: [], backlog: alive(20), waitingEvents: undefined },
      false,
      state(20),
    ],
    [
      'ignores the depth while the monitor is alive',
      { memory: [], backlog: alive(), waitingEvents: 1_000 },
      true,
      state(undefined),
    ],
    [
      'bounds estimates to 5 to 60 seconds',
      { memory: [], backlog: alive(600), waitingEvents: undefined },
      false,
      state(60),
    ],
    ['and not below', { memory: [], backlog: alive(1), waitingEvents: undefined }, false, state(5)],
    [
      'follows the depth if the monitor is dead, despite its flag',
      { memory: [], backlog: { monitorAlive: false, holdOffSeconds: 9 }, waitingEvents: 0 },
      true,
      state(undefined),
    ],
    [
      'refuses at the high threshold if the monitor is dead',
      { memory: [], backlog: dead, waitingEvents: 100 },
      false,
      state(30),
    ],
    ['accepts below the high threshold', { memory: [], backlog: dead, waitingEvents: 99 }, false, state(undefined)],
    ['keeps refusing down to the low threshold', { memory: [], backlog: dead, waitingEvents: 50 }, true, state(30)],
    ['accepts below the low threshold', { memory: [], backlog: dead, waitingEvents: 49 }, true, state(undefined)],
  ])('%s', (_name, readings, wasHeldOff, expected) => {
    expect(assessPressure(readings, MARKS, wasHeldOff)).toEqual(expected);
  });

  test('is `none` before the first check', () => {
    expect(NO_PRESSURE).toEqual(state(undefined));
  });
});

function memoryAt(percent: number): PressureReadings['memory'] {
  return [
    { usedBytes: 1, maxBytes: 100 },
    { usedBytes: percent, maxBytes: 100 },
  ];
}

function state(holdOffSeconds: number | undefined, isFilling = false, refuseAll = false): PressureState {
  return {
    holdOffSeconds,
    isFilling,
    refuseAll,
  };
}
