import { presetOf } from '../lib/timeRange';

/** The key of a cached answer, as `operationKey` makes it: operation, parameters, query. */
type Key = readonly unknown[];

interface Range {
  readonly from: Date;
  readonly to: Date;
  /** Everything but the range. */
  readonly rest: string;
}

function readRange(key: Key): Range | undefined {
  const [operation, params, query] = key;
  if (typeof query !== 'object' || query === null || !('from' in query && 'to' in query)) return undefined;
  const { from, to, ...filters } = query;
  return {
    from: new Date(String(from)),
    to: new Date(String(to)),
    rest: JSON.stringify([operation, params, filters]),
  };
}

/**
 * Returns whether two keys differ by the range only, and the second range is the same preset as the first one some time later.
 * Lengths do not tell: the last hour begins with a whole hour, and is up to two hours long.
 */
export function isMovedOn(before: Key, after: Key): boolean {
  const [one, other] = [readRange(before), readRange(after)];
  if (one === undefined || other === undefined || one.rest !== other.rest || other.to <= one.to) return false;
  const preset = presetOf(one.from, one.to);
  return preset !== undefined && preset === presetOf(other.from, other.to);
}
