interface Call {
  readonly text: string;
}

/** Functions that call each other in a circle of more than this are not found. */
const LONGEST = 6;

/**
 * Collapses repetition: a function that calls itself, or functions that call each other in turn, at any depth. A
 * stack that consists of one cycle starts with its smallest text, because its start is arbitrary.
 */
export function normalizeRecursion<T extends Call>(calls: readonly T[]): readonly T[] {
  const folded: T[] = [];
  let at = 0;
  while (at < calls.length) {
    const length = circleAt(calls, at);
    const end = length === 0 ? at + 1 : circleEnd(calls, at, length);
    const circle = calls.slice(at, at + Math.max(length, 1));
    if (length > 0 && at === 0 && end === calls.length) return rotated(circle);
    folded.push(...circle);
    // A partial cycle at the oldest end is where the stack was truncated; before other calls it is kept.
    at = length === 0 || end === calls.length ? end : end - ((end - at) % length);
  }
  return folded;
}

/** Returns the length of the cycle that starts at `at`; 0 if there is none. */
function circleAt(calls: readonly Call[], at: number): number {
  for (let length = 1; length <= LONGEST; length++) {
    let same = 0;
    while (
      same < length &&
      calls[at + same]?.text === calls[at + length + same]?.text &&
      at + length + same < calls.length
    )
      same++;
    if (same === length) return length;
  }
  return 0;
}

/** Returns the index after the last call of the cycle. */
function circleEnd(calls: readonly Call[], at: number, length: number): number {
  let end = at + length;
  while (end < calls.length && calls[end]?.text === calls[end - length]?.text) end++;
  return end;
}

function rotated<T extends Call>(circle: readonly T[]): readonly T[] {
  const least = circle.reduce((best, { text }, index) => (text < (circle[best]?.text ?? '') ? index : best), 0);
  return [...circle.slice(least), ...circle.slice(0, least)];
}
