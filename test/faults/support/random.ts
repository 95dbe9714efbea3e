/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `FAULTS_SEED`, or one of this moment; tests put it into their names. */
export const faultsSeed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 2 ** 31);

/** Seeds that once showed a defect, by the test that they showed it in: they are run before the seed of the day. */
const failedBefore: Readonly<Record<string, readonly number[]>> = {};

/** The seeds to run a test with; `FAULTS_SEED` runs that one alone. */
export const seedsFor = (name: string): readonly number[] =>
  process.env['FAULTS_SEED'] === undefined ? [...(failedBefore[name] ?? []), faultsSeed] : [faultsSeed];
