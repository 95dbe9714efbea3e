/** Random numbers that a seed repeats. */
export interface SeededRandom {
  readonly seed: number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
}

/** The seed of a run: `TEST_SEED`, or a new one. Callers print it. */
export const seedOfRun = (given: string | undefined): number => Number(given ?? Date.now() % 2 ** 31);

/** A generator (mulberry32) that answers the same for the same seed. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { seed, below };
}
