/** The wall clock: milliseconds since 1970. A dependency, so that tests can set it. */
export type Clock = () => number;

/** The machine's clock. */
export const systemClock: Clock = () => Date.now();
