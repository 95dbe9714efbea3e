import { MEASURES, type Marks, type Reading } from './backlogState.js';

/** A reading and its time, milliseconds since 1970. */
export interface Sample {
  readonly at: number;
  readonly reading: Reading;
}

/** Bounds of the estimate, whole seconds (protocol 4.1). */
const HOLD_OFF = { min: 5, max: 60 } as const;

/**
 * Returns whole seconds, 5 to 60, until the slowest measure reaches its low mark, extrapolated from the samples (oldest
 * first). A measure that does not fall gives the maximum, one that is already low the minimum.
 */
export function estimateHoldOff(samples: readonly Sample[], marks: Marks): number {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return HOLD_OFF.max;
  const elapsed = (last.at - first.at) / 1000;
  const seconds = MEASURES.map((measure) => {
    const value = last.reading[measure] ?? 0;
    const excess = value - marks[measure].low;
    if (excess <= 0) return HOLD_OFF.min;
    const fallPerSecond = elapsed > 0 ? ((first.reading[measure] ?? 0) - value) / elapsed : 0;
    return fallPerSecond > 0 ? excess / fallPerSecond : HOLD_OFF.max;
  });
  return Math.min(HOLD_OFF.max, Math.max(HOLD_OFF.min, Math.ceil(Math.max(...seconds))));
}

/** Returns the samples with `next` appended and without those older than `windowMs` before it. */
export function appendSample(samples: readonly Sample[], next: Sample, windowMs: number): readonly Sample[] {
  return [...samples.filter(({ at }) => at >= next.at - windowMs), next];
}
