/** Returns whether there may be another one now: `most` at once, then one in `everyMs` milliseconds. */
export function createLimit(most: number, everyMs: number): () => boolean {
  let usedUntil = 0;
  return () => {
    const now = Date.now();
    const end = now + most * everyMs;
    // A clock that was set back uses up at most one burst.
    usedUntil = Math.min(Math.max(usedUntil, now), end) + everyMs;
    return usedUntil <= end || !(usedUntil -= everyMs);
  };
}
