/** Maximum characters that are compared, from the end, where names differ. */
const COMPARED = 120;
/** Maximum relative difference of similar texts. */
const SHARE = 0.4;

/** Returns the candidates that are similar to `requested`, most similar first; never an equal one. */
export function nearest(requested: string, candidates: readonly string[], most: number): readonly string[] {
  const end = requested.slice(-COMPARED);
  const limit = Math.max(3, Math.floor(end.length * SHARE));
  return candidates
    .filter((candidate) => candidate !== requested)
    .map((candidate) => ({ candidate, distance: editDistance(end, candidate.slice(-COMPARED), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance || (one.candidate < other.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/**
 * Levenshtein distance of two texts.
 * @param limit distances above it need not be exact
 */
export function editDistance(one: string, other: string, limit = Infinity): number {
  if (Math.abs(one.length - other.length) > limit) return Infinity;
  let above = Uint16Array.from({ length: other.length + 1 }, (_, index) => index);
  let row = new Uint16Array(other.length + 1);
  for (let line = 1; line <= one.length; line += 1) {
    const letter = one.charCodeAt(line - 1);
    let left = line;
    let least = line;
    row[0] = line;
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (above[column - 1] ?? 0) + (letter === other.charCodeAt(column - 1) ? 0 : 1);
      const oneMore = (left < (above[column] ?? 0) ? left : (above[column] ?? 0)) + 1;
      left = changed < oneMore ? changed : oneMore;
      if (left < least) least = left;
      row[column] = left;
    }
    if (least > limit) return Infinity;
    [above, row] = [row, above];
  }
  return above[other.length] ?? 0;
}
