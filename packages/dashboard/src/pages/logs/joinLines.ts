/** The most lines that a tail keeps; the oldest go first. */
export const MAX_LINES = 2_000;

/** Returns the lines of a tail, newest first, with new ones (oldest first) before them, each id once and at most {@link MAX_LINES}. */
export function joinLines<Line extends { readonly id: string }>(
  known: readonly Line[],
  added: readonly Line[],
): readonly Line[] {
  if (added.length === 0) return known;
  const ids = new Set(known.map(({ id }) => id));
  return [...added.filter(({ id }) => !ids.has(id)).reverse(), ...known].slice(0, MAX_LINES);
}
