/** Combines several functions into one. */
export const all =
  (...things: readonly (() => void)[]): (() => void) =>
  () =>
    things.forEach((thing) => thing());
