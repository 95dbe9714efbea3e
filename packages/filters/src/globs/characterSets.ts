import type { CharacterSet, GlobSegment } from '@sluice/contract';

/** Whether a set contains a UTF-16 unit. */
export const accepts = ({ ranges, isNegated }: CharacterSet, unit: number): boolean =>
  ranges.some(([from, to]) => unit >= from.charCodeAt(0) && unit <= to.charCodeAt(0)) !== isNegated;

/** Returns a set for each character of a segment. */
export function setsOf(segment: GlobSegment): readonly CharacterSet[] {
  if (typeof segment !== 'string') return segment;
  return Array.from({ length: segment.length }, (_, at) => {
    const unit = segment.charAt(at);
    return { ranges: [[unit, unit]], isNegated: false };
  });
}

const UNITS = 65_536;
const ASCII = 128;

/** Divides all UTF-16 units into ascending ranges that the sets do not tell apart; `classOf` returns the index of a unit's range. */
export function classifyCharacters(sets: readonly CharacterSet[]): {
  readonly count: number;
  readonly classOf: (unit: number) => number;
} {
  const bounds = sets.flatMap(({ ranges }) =>
    ranges.flatMap(([from, to]) => [from.charCodeAt(0), to.charCodeAt(0) + 1]),
  );
  const starts = [...new Set([0, ...bounds])].filter((start) => start < UNITS).sort((a, b) => a - b);
  const search = (unit: number): number => {
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? UNITS) <= unit) low = middle;
      else high = middle;
    }
    return low;
  };
  const ascii = Uint16Array.from({ length: ASCII }, (_, unit) => search(unit));
  return { count: starts.length, classOf: (unit) => ascii[unit] ?? search(unit) };
}
