/** Source of randomness; a seed repeats the same stream. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly share: () => number;
  /** An integer from `min` to `max`, inclusive. */
  readonly whole: (min: number, max: number) => number;
  /** One of the items. @throws RangeError if there are none */
  readonly pick: <T>(items: readonly T[]) => T;
  /** One of the items, each in proportion to its weight. @throws RangeError if there are none */
  readonly weighted: <T>(items: readonly (readonly [weight: number, item: T])[]) => T;
  /** True with this probability. */
  readonly maybe: (probability: number) => boolean;
  /** A duration around `median` with a long tail, like measured ones, at least a third of it. */
  readonly duration: (median: number) => number;
  /** Random lowercase hex digits. */
  readonly hex: (digits: number) => string;
}

/** Seeded randomness (mulberry32: small, and sufficient for a demo). */
export function createRandom(seed: number): Random {
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
    weighted: (items) => {
      let left = share() * items.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      throw new RangeError('nothing to pick from');
    },
    maybe: (probability) => share() < probability,
    duration: (median) => {
      const spread = share() + share() + share() - 1.5;
      return Math.round(median * Math.max(1 / 3, Math.exp(spread * 0.9)) * 100) / 100;
    },
    hex: (digits) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join(''),
  };
}
