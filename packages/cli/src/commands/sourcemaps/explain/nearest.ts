/** Characters of a text that are compared, from its end: where names differ. */
const COMPARED = 200;
/** The share of a text that may differ in one that is near. */
const SHARE = 0.4;

/** Those of `candidates` that are most like `wanted`, the likest first, none that is not like it; never itself. */
export function nearest(wanted: string, candidates: readonly string[], most: number): readonly string[] {
  const limit = Math.max(3, Math.floor(wanted.length * SHARE));
  return candidates
    .filter((candidate) => candidate !== wanted)
    .map((candidate) => ({ candidate, distance: editDistance(wanted.slice(-COMPARED), candidate.slice(-COMPARED)) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance || (one.candidate < other.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Characters to insert, delete or change to make one text of the other (Levenshtein). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
