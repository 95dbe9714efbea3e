/** The key of a cached answer, as `operationKey` makes it: operation, parameters, query. */
type Key = readonly unknown[];

interface Range {
  readonly from: number;
  readonly to: number;
  /** Everything but the range. */
  readonly rest: string;
}

function readRange(key: Key): Range | undefined {
  const [operation, params, query] = key;
  if (typeof query !== 'object' || query === null || !('from' in query && 'to' in query)) return undefined;
  const { from, to, ...filters } = query;
  return {
    from: Date.parse(String(from)),
    to: Date.parse(String(to)),
    rest: JSON.stringify([operation, params, filters]),
  };
}

/** A range whose ends are rounded changes its length a little while it moves; no two ranges that can be chosen are that alike. */
const MOST_GROWTH = 0.2;

/** Returns whether two keys differ by the range only, and the second range is the first one after some time has passed. */
export function isMovedOn(before: Key, after: Key): boolean {
  const [one, other] = [readRange(before), readRange(after)];
  if (one === undefined || other === undefined || one.rest !== other.rest) return false;
  const [length, lengthAfter] = [one.to - one.from, other.to - other.from];
  return other.to > one.to && other.from >= one.from && Math.abs(lengthAfter - length) <= length * MOST_GROWTH;
}
