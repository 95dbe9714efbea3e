import { describe, expect, test } from '@jest/globals';
import { startOfHour } from '@sluice/contract';
import type { QueueDepth } from '@sluice/queues';
import { drainedThrough } from './drainedThrough.js';

const minutes = (count: number): number => count * 60_000;
const at = (hour: number, minute: number): number => startOfHour(hour) + minutes(minute);

describe('the last drained hour', () => {
  test.each([
    ['empty queues: the hour before, once the margin has passed', [], at(100, 10), 99],
    ['within the margin: the hour before that', [], at(100, 9), 98],
    ['a young job changes nothing', [depth(1_000)], at(100, 30), 99],
    ['a job published within the margin after the hour holds it', [depth(minutes(21))], at(100, 30), 98],
    ['the oldest job of all queues decides', [depth(undefined), depth(minutes(200)), depth(5)], at(100, 30), 96],
  ])('is computed: %s', (_name, depths, now, expected) => {
    expect(drainedThrough(depths, now, minutes(10))).toBe(expected);
  });
});

function depth(oldestAgeMs: number | undefined): QueueDepth {
  return { events: 1, finished: 0, jobs: 1, oldestAgeMs };
}
