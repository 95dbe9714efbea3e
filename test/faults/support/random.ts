/** A generator of numbers in [0, 1), deterministic by seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `FAULTS_SEED`, or the current time; tests include it in their names. */
export const faultsSeed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 2 ** 31);

/** Seeds that once revealed a defect, by test; they run before the seed of the day. */
const failedBefore: Readonly<Record<string, readonly number[]>> = {};

/** The seeds for a test; `FAULTS_SEED` runs only that one. */
export const seedsFor = (name: string): readonly number[] =>
  process.env['FAULTS_SEED'] === undefined ? [...(failedBefore[name] ?? []), faultsSeed] : [faultsSeed];
