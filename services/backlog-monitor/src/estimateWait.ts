import type { Sample } from './estimateHoldOff.js';

/** A job has at most this many events: fewer may be one job that cannot be stored, such as one for a newer worker. */
const LEAST_EVENTS = 1_000;

/**
 * Returns how long the events of a queue wait, in milliseconds: the time that its workers take for all of them at their rate
 * over the samples (oldest first), and no more than the oldest has waited. 0 for a queue with fewer events than a job may have,
 * and for one whose workers finish nothing: yielding to them would not help. Pure.
 */
export function estimateWait(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const { depth = 0, age = 0, finished = 0 } = last.reading;
  const done = finished - (first.reading.finished ?? 0);
  return depth < LEAST_EVENTS || done <= 0 ? 0 : Math.min(age, (depth * (last.at - first.at)) / done);
}
