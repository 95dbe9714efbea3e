/** Where the stream's variety comes from; a seed gives the same stream again. */
export interface Chance {
  /** From 0 to 1, without 1. */
  readonly share: () => number;
  /** A whole number from `min` to `max`, both included. */
  readonly whole: (min: number, max: number) => number;
  /** One of the items; throws where there is none. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** Random lower-case hex digits. */
  readonly hex: (digits: number) => string;
}

/** Chance from a seed (mulberry32: small, and good enough for a demonstration). */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (min: number, max: number): number => min + Math.floor(share() * (max - min + 1));
  return {
    share,
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    hex: (digits) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join(''),
  };
}
