/** Does several things at once. */
export const all =
  (...things: readonly (() => void)[]): (() => void) =>
  () =>
    things.forEach((thing) => thing());
